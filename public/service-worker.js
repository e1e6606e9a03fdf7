// Shows what the server pushes to this browser, and lets people read offline what they saw last: public pages, and a member's
// calendars. Online every page and every read comes from the server; a copy is shown only when it cannot be reached.

const PAGES = 'pages'
const FILES = 'files'
/** Followed by the person's id. Holds their reads; there is one at a time. */
const READS = 'reads '
/** Pages of signed-in screens: the same for everybody, but their addresses name the person's calendars. */
const SCREENS = 'screens'

const PAGES_MAX = 40
const READS_MAX = 80
const FILES_MAX = 400
/** Older copies are neither shown nor stored on. */
const AGE_MAX_MS = 30 * 24 * 60 * 60 * 1000
/** When a copy was stored, in its headers. */
const STORED_AT = 'x-stored-at'
/** The server says that there is nothing to see any more. */
const GONE = [403, 404, 406, 410]

const OFFLINE = '/offline'
const START = '/start'
const publicPage =
  /^\/(?:$|(?:public\/calendars|calendar)\/[\w-]+(?:\/events\/[\w-]+)?$|locate(?:-calendar)?$|offline$)/
const screen = /^\/(?:dashboard|calendars\/[\w-]+(?:\/events\/[\w-]+)?)$/
/** Reads of the dashboard, a calendar and an event. No recipients, other members, mailings or history. */
const reads = /^\/rest\/v1\/(?:rpc\/get_my_(?:calendars|upcoming)|calendars|calendar_members|events|profiles)$/

/** Rises when a person signs out: what was requested before is not stored any more. */
let era = 0
/** Addresses of screens that were fetched since this worker started. */
const fetched = new Set()

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(keepPage(new URL(OFFLINE, self.location.origin)))
})

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

/** Requests go to the server while this worker still starts, and pages that are open already are answered, too. */
async function takeOver() {
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('message', (event) => {
  if (event.data === 'signed-out') event.waitUntil(forget())
  // The first page was loaded before there was a worker. The page says where it is: `source.url` is where it was loaded.
  if (event.data?.seen) event.waitUntil(keepSeen(event.data))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(answerPage(event, url))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(answerFile(event))
  else if (isRead(url)) event.respondWith(answerRead(event, url))
  // The router fetches only the data of the next page.
  else if (url.pathname.endsWith('.data')) event.waitUntil(keepPage(pageOf(url)))
})

async function answerPage(event, url) {
  if (url.pathname === START) return Response.redirect(await startPage().catch(() => '/'), 302)
  const before = era
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    // Without a network, Firefox resolves a preload to this instead of rejecting it.
    if (answer.type === 'error') throw new TypeError('no network')
    // Only then: a copy that nobody reads would hold a whole download in memory.
    if (isKept(url)) event.waitUntil(keep(url, answer.clone(), before, true))
    return answer
  } catch {
    const copy = await pageCopy(url)
    if (copy) return copy
    // Another view of a calendar that was seen: its own address shows what there is.
    const plain = new URL(url.pathname, url)
    if (url.search && (await findPage(plain))) return Response.redirect(plain, 302)
    // By its own address: under another one the router would load the page again and again.
    const offline = new URL(OFFLINE, url)
    return (await findPage(offline)) ? Response.redirect(offline, 302) : Response.error()
  }
}

/** Where the installed app starts: a member's calendars, otherwise the calendar that was seen last. */
async function startPage() {
  if (await readsName()) return '/dashboard'
  const pages = await (await caches.open(PAGES)).keys()
  const calendars = pages.map(({ url }) => new URL(url)).filter(({ pathname }) => /^\/calendar\/[\w-]+$/.test(pathname))
  return calendars.at(-1)?.pathname ?? '/'
}

async function pageCopy(url) {
  const copy = await findPage(url)
  if (!copy) return undefined
  // The page says so from its first paint.
  const html = (await copy.text()).replace('<html', '<html data-connection="offline"')
  return new Response(html, { headers: copy.headers })
}

async function findPage(url) {
  // Opening would make one.
  if (!(await caches.has(nameOf(url)))) return undefined
  return fresh(await (await caches.open(nameOf(url))).match(keyOf(url)))
}

function fresh(copy) {
  return copy && isFresh(copy) ? copy : undefined
}

function isFresh({ headers }) {
  return Date.now() - Number(headers.get(STORED_AT)) < AGE_MAX_MS
}

function isKept({ pathname }) {
  return publicPage.test(pathname) || screen.test(pathname)
}

function nameOf({ pathname }) {
  return screen.test(pathname) ? SCREENS : PAGES
}

/** A screen reads its query in the browser; a public page was rendered for it. */
function keyOf({ origin, pathname, search }) {
  return origin + pathname + (screen.test(pathname) ? '' : search)
}

function pageOf(data) {
  const url = new URL(data)
  url.pathname = url.pathname.replace(/\.data$/, '').replace(/^\/_(?:root)?$/, '/')
  url.searchParams.delete('_routes')
  return url
}

/** Stores a page, and first the files that it has loaded by itself: its document does not name them all. */
async function keepSeen({ seen, loaded = [] }, before = era) {
  const url = new URL(seen, self.location.origin)
  if (!isKept(url)) return
  const cache = await caches.open(FILES)
  for (const { origin, pathname } of loaded.map((file) => new URL(file))) {
    if (origin === url.origin && pathname.startsWith('/assets/')) await fileText(cache, pathname)
  }
  await keepOnce(url, before)
}

async function keepOnce(url, before) {
  if (before !== era || fetched.has(keyOf(url))) return
  await keepPage(url, before)
  // From one screen a person goes to the others without loading a page.
  if (screen.test(url.pathname) && before === era) await keepOnce(new URL('/dashboard', url), before)
}

/** Fetches a page to store it. Usually the browser still has it, and the server only confirms that. */
async function keepPage(url, before = era) {
  if (!isKept(url)) return
  fetched.add(keyOf(url))
  const answer = await fetch(url.pathname + url.search).catch(() => null)
  if (answer) await keep(url, answer, before)
}

/** Stores a page with its files; for somebody who came back (`isReturn`) also with what its dialogs load. */
async function keep(url, answer, before, isReturn = false) {
  const { headers } = answer
  if (GONE.includes(answer.status)) return remove(nameOf(url), keyOf(url))
  const isPage = answer.ok && !answer.redirected && headers.get('content-type')?.startsWith('text/html')
  if (before !== era || !isPage || headers.get('cache-control')?.includes('no-store')) return
  fetched.add(keyOf(url))
  const html = await answer.text()
  const names = ['content-type', 'content-language', 'content-security-policy', 'referrer-policy']
  const kept = new Response(html, {
    headers: names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])),
  })
  // First its files: a page that is stored is whole.
  await keepFiles(html, isReturn)
  await put(nameOf(url), { key: keyOf(url), answer: kept, max: PAGES_MAX, before })
  await renewOfflinePage(url, html)
}

/** The page for what was not seen has the version and the language of the pages that were. */
async function renewOfflinePage(url, html) {
  if (url.pathname === OFFLINE) return
  const build = /manifest-[\w-]+\.js/.exec(html)?.[0]
  const offline = new URL(OFFLINE, url)
  const copy = await findPage(offline)
  if (build && !(await copy?.text())?.includes(build)) await keepPage(offline)
}

/** Stores an answer as the newest, and deletes the oldest: above the bound, and those that nobody would be shown. */
async function put(name, { key, answer, max, before }) {
  if (before !== era) return
  const cache = await caches.open(name)
  await cache.delete(key)
  answer.headers.set(STORED_AT, Date.now())
  await cache.put(key, answer)
  const keys = await cache.keys()
  for (const [index, old] of keys.entries()) {
    const copy = await cache.match(old)
    // Without a copy it is being replaced at this moment.
    if (index >= keys.length - max && (!copy || isFresh(copy))) break
    await cache.delete(old)
  }
  // Somebody signed out meanwhile.
  if (before !== era) await caches.delete(name)
}

async function remove(name, key) {
  if (await caches.has(name)) await (await caches.open(name)).delete(key)
}

// Files. Their names contain a hash of their content, so a copy is never stale.

async function answerFile(event) {
  const { request } = event
  // Storage that fails must not fail the page.
  const copy = await fileCopy(request).catch(() => undefined)
  if (copy) return copy
  const answer = await fetch(request)
  if (answer.ok) event.waitUntil(storeFile(request, answer.clone()).catch(() => {}))
  return answer
}

async function storeFile({ url }, answer) {
  await (await caches.open(FILES)).put(url, answer)
}

async function fileCopy({ url }) {
  return (await caches.open(FILES)).match(url, { ignoreVary: true })
}

/** Stores the scripts, styles and fonts of a page, and those of its dialogs: all of them, or those that were loaded already. */
async function keepFiles(html, withDialogs) {
  const cache = await caches.open(FILES)
  for await (const _ of filesOf(cache, html, withDialogs));
  if ((await cache.keys()).length > FILES_MAX) await sweepFiles(cache)
}

async function* filesOf(cache, html, withDialogs, read = fileText) {
  const found = filesIn(html)
  for (const path of found) {
    const text = await read(cache, path)
    // The manifest names the files of all pages. Who comes for the first time or pays by the byte gets no dialogs in advance.
    const isFollowed =
      withDialogs && path.endsWith('.js') && !path.includes('/manifest-') && !navigator.connection?.saveData
    if (isFollowed) for (const next of filesIn(text)) found.add(next)
    yield path
  }
}

function filesIn(text) {
  const names = text.matchAll(/["'`](?:\.\/|\/?assets\/)([\w.~-]+\.(?:js|css|woff2))["'`]/g)
  return new Set([...names].map(([, name]) => `/assets/${name}`))
}

async function fileText(cache, path) {
  const stored = await storedText(cache, path)
  if (stored !== undefined) return stored
  const answer = await fetch(path).catch(() => null)
  if (!answer?.ok) return ''
  await cache.put(path, answer.clone())
  return answer.text()
}

async function textOrNone(cache, path) {
  return (await storedText(cache, path)) ?? ''
}

async function storedText(cache, path) {
  const copy = await cache.match(path, { ignoreVary: true })
  return copy && path.endsWith('.js') ? copy.text() : copy && ''
}

/** Deletes the files of earlier versions: those that no stored page needs. */
async function sweepFiles(cache) {
  const needed = new Set()
  for (const name of [PAGES, SCREENS]) {
    const pages = await caches.open(name)
    for (const key of await pages.keys()) {
      const html = await (await pages.match(key))?.text()
      for await (const path of filesOf(cache, html ?? '', true, textOrNone)) needed.add(path)
    }
  }
  for (const key of await cache.keys()) if (!needed.has(new URL(key.url).pathname)) await cache.delete(key)
}

// A member's reads.

function isRead({ pathname, search }) {
  if (!reads.test(pathname)) return false
  // Of these only the person's own row.
  return !/calendar_members|profiles/.test(pathname) || /[?&]user_id=eq\./.test(search)
}

async function answerRead(event, url) {
  const { request } = event
  const person = personOf(request)
  const before = era
  try {
    const answer = await fetch(request)
    if (person && GONE.includes(answer.status)) event.waitUntil(remove(READS + person, readKey(request, url)))
    if (person && answer.ok) event.waitUntil(keepRead(event, { person, url, answer: answer.clone(), before }))
    return answer
  } catch (error) {
    // Offline an expired token cannot be renewed, and the page sends none.
    const name = person ? READS + person : await readsName()
    const copy = name && (await caches.has(name)) && (await (await caches.open(name)).match(readKey(request, url)))
    if (fresh(copy)) return copy
    throw error
  }
}

async function keepRead(event, { person, url, answer, before }) {
  const name = READS + person
  for (const other of await caches.keys()) if (other.startsWith(READS) && other !== name) await caches.delete(other)
  const { status, headers } = answer
  const kept = new Response(await answer.text(), { status, headers })
  await put(name, { key: readKey(event.request, url), answer: kept, max: READS_MAX, before })
  // The screen that reads. The router shows it without loading its page.
  const { referrer } = event.request
  if (referrer.startsWith(`${self.location.origin}/`) && before === era) await keepOnce(new URL(referrer), before)
}

/** The same address may be read as a list or as one row. */
function readKey({ headers }, { href, search }) {
  return `${href}${search ? '&' : '?'}accept=${encodeURIComponent(headers.get('accept') ?? '')}`
}

/** Returns whose token it is. The server has checked it when the read succeeds. */
function personOf({ headers }) {
  try {
    const [, payload] = headers.get('authorization').split('.')
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return undefined
  }
}

async function readsName() {
  return (await caches.keys()).find((name) => name.startsWith(READS))
}

/** Deletes what was stored while a person was signed in, public pages as well: they tell what was read. */
async function forget() {
  era++
  fetched.clear()
  for (const name of await caches.keys()) if (name !== FILES) await caches.delete(name)
  await keepPage(new URL(OFFLINE, self.location.origin))
}

// Push.

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {}
  // A browser takes the permission back from whoever gets a message and shows nothing.
  event.waitUntil(
    self.registration.showNotification(title || 'Townbell', { body, tag, icon: '/icon-192.png', data: { url } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(new URL(event.notification.data?.url || '/dashboard', self.location.origin)))
})

/** The tab that has the page open already, or a new one. Never another site's. */
async function show(url) {
  if (url.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = tabs.find((tab) => new URL(tab.url).pathname === url.pathname)
  if (open) await open.focus()
  else await self.clients.openWindow(url.href)
}
