import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import vm from 'node:vm'
import { days } from '#domain/durations.ts'

// public/service-worker.js by itself. tests/browser/offline.test.ts shows it in a browser.

const HOST = 'https://town.example'
const CALENDAR = `${HOST}/calendar/oak`
const EVENTS = `${HOST}/rest/v1/events?calendar_id=eq.oak`

test('when the storage fails, pages, files and reads come from the server', async () => {
  const broken = new Proxy({}, { get: () => () => Promise.reject(new Error('The storage is full')) })
  const worker = startWorker({ caches: broken, server: () => page('from the server') })
  for (const url of [CALENDAR, `${HOST}/assets/a-1.js`, EVENTS]) {
    assert.equal(await worker.textOf(url), 'from the server')
  }
  assert.equal((await worker.get(`${HOST}/start`)).headers.get('location'), `${HOST}/`)
})

test('a copy is shown for 30 days, and only while the server cannot be reached', async () => {
  const worker = startWorker({ server: () => page('first') })
  await worker.textOf(CALENDAR)
  worker.server = () => page('second')
  assert.equal(await worker.textOf(CALENDAR), 'second')
  worker.server = unreachable
  assert.equal(await worker.textOf(CALENDAR), 'second')
  worker.now += days(31)
  assert.equal((await worker.get(CALENDAR)).type, 'error')
  worker.server = () => page('another')
  await worker.textOf(`${HOST}/calendar/elm`)
  assert.deepEqual(worker.stored('pages'), [`${HOST}/calendar/elm`])
})

test('a page that the server no longer shows is deleted; one that it never showed is not stored', async () => {
  const worker = startWorker({ server: () => page('public') })
  await worker.textOf(CALENDAR)
  assert.deepEqual(worker.stored('pages'), [CALENDAR])
  worker.server = () => page('Not found', 404)
  await worker.textOf(CALENDAR)
  assert.deepEqual(worker.stored('pages'), [])
  worker.server = () => page('private', 200, { 'cache-control': 'private, no-store' })
  await worker.textOf(CALENDAR)
  assert.deepEqual(worker.stored('pages'), [])
})

test('the page that was loaded before the worker says what it shows', async () => {
  const worker = startWorker({ server: () => page('seen') })
  await worker.say({ seen: '/calendar/oak?view=week' })
  await worker.say({ seen: '/preferences?p=secret' })
  assert.deepEqual(worker.stored('pages'), [`${CALENDAR}?view=week`])
})

test('reads are stored for one person at a time', async () => {
  const worker = startWorker({ server: () => Response.json('of Ann') })
  await worker.textOf(EVENTS, 'ann')
  worker.server = unreachable
  assert.equal(await worker.textOf(EVENTS, 'ann'), '"of Ann"')
  await assert.rejects(worker.textOf(EVENTS, 'ben'))
  worker.server = () => Response.json('of Ben')
  await worker.textOf(EVENTS, 'ben')
  assert.deepEqual(worker.stored('reads ann'), [])
  worker.server = unreachable
  await assert.rejects(worker.textOf(EVENTS, 'ann'))
})

test('a guest’s reads, recipients, and the rows of others are not stored', async () => {
  const worker = startWorker({ server: () => Response.json([]) })
  await worker.textOf(EVENTS, 'ann')
  await worker.textOf(EVENTS)
  await worker.textOf(`${HOST}/rest/v1/calendar_members?calendar_id=eq.oak`, 'ann')
  await worker.textOf(`${HOST}/rest/v1/calendar_contacts?calendar_id=eq.oak`, 'ann')
  assert.equal(worker.stored('reads ann').length, 1)
  worker.server = () => Response.json({ code: 'PGRST116' }, { status: 406 })
  await worker.textOf(EVENTS, 'ann')
  assert.deepEqual(worker.stored('reads ann'), [])
})

test('signing out deletes all copies but files, and what was under way is not stored', async () => {
  const worker = startWorker({ server: () => page('seen') })
  await worker.textOf(CALENDAR)
  await worker.textOf(EVENTS, 'ann')
  // The screen that reads, and where others begin.
  assert.deepEqual(worker.stored('screens'), [`${HOST}/calendars/oak`, `${HOST}/dashboard`])
  assert.equal(worker.stored('reads ann').length, 1)
  let answer = (_: Response) => {}
  worker.server = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const late = worker.textOf(EVENTS, 'ann')
  const first = answer
  worker.server = unreachable
  await worker.say('signed-out')
  first(Response.json('late'))
  assert.equal(await late, '"late"')
  assert.deepEqual([...worker.names()], ['files'])
})

test('signing out while a screen is being stored stores neither it nor where others begin', async () => {
  let answer = (_: Response) => {}
  const worker = startWorker({
    server: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const seen = worker.say({ seen: '/calendars/oak' })
  worker.server = () => page('seen')
  await worker.say('signed-out')
  answer(page('late'))
  await seen
  assert.deepEqual([...worker.names()], ['files', 'pages'])
  assert.deepEqual(worker.stored('pages'), [])
})

type Server = (url: string) => Response | Promise<Response>

function page(text: string, status = 200, headers = {}): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/html', ...headers } })
}

function unreachable(): never {
  throw new TypeError('Failed to fetch')
}

function startWorker({ caches, server }: { caches?: object; server: Server }) {
  const stores = new Map<string, Map<string, Response>>()
  const listeners = new Map<string, (event: object) => void>()
  const worker = { server, now: Date.now(), get, textOf, say, stored, names: () => stores.keys() }
  const self = {
    location: { origin: HOST },
    skipWaiting() {},
    addEventListener: (type: string, listen: (event: object) => void) => listeners.set(type, listen),
  }
  vm.runInNewContext(readFileSync('public/service-worker.js', 'utf8'), {
    self,
    caches: caches ?? cachesOf(stores),
    fetch: async (input: string | { url: string }) => worker.server(typeof input === 'string' ? input : input.url),
    navigator: {},
    atob,
    Date: { now: () => worker.now },
    URL,
    Response: Object.assign(
      function make(...args: ConstructorParameters<typeof Response>) {
        return new Response(...args)
      },
      {
        error: () => Response.error(),
        redirect: (url: string | URL, status: number) => Response.redirect(new URL(url, HOST), status),
      },
    ),
  })

  /** The answer, when all that follows it is done. */
  async function get(url: string, person?: string): Promise<Response> {
    let answer: Promise<Response> | undefined
    const done: Promise<unknown>[] = []
    const isPage = !/\/assets\/|\/rest\//.test(url)
    const headers = new Headers(person ? { authorization: `Bearer .${btoa(JSON.stringify({ sub: person }))}.` } : {})
    listeners.get('fetch')?.({
      request: { url, method: 'GET', mode: isPage ? 'navigate' : 'cors', headers, referrer: `${HOST}/calendars/oak` },
      respondWith: (given: Promise<Response>) => {
        answer = given
      },
      waitUntil: (promise: Promise<unknown>) => done.push(promise),
    })
    if (!answer) return worker.server(url)
    const got = await answer
    await Promise.allSettled(done)
    return got
  }

  async function textOf(url: string, person?: string): Promise<string> {
    return (await get(url, person)).text()
  }

  async function say(data: unknown): Promise<void> {
    let done: Promise<unknown> | undefined
    listeners.get('message')?.({
      data,
      waitUntil: (promise: Promise<unknown>) => {
        done = promise
      },
    })
    await done
  }

  function stored(name: string): string[] {
    return [...(stores.get(name)?.keys() ?? [])].filter((key) => !key.endsWith('/offline'))
  }

  return worker
}

/** The part of the browser's storage that the worker uses. */
function cachesOf(stores: Map<string, Map<string, Response>>) {
  const keyOf = (key: string | URL | { url: string }) => {
    const url = typeof key === 'object' && 'url' in key ? key.url : key
    return new URL(url, HOST).href
  }
  return {
    keys: async () => [...stores.keys()],
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, store)
      return {
        keys: async () => [...store.keys()].map((url) => ({ url })),
        match: async (key: string | { url: string }) => store.get(keyOf(key))?.clone(),
        put: async (key: string, answer: Response) => void store.set(keyOf(key), answer),
        delete: async (key: string | { url: string }) => store.delete(keyOf(key)),
      }
    },
  }
}
