// The documentation is made from what the server does, and its examples work.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { examples } from '#server/api-docs/examples.ts'
import { functionDescriptions } from '#server/functions/functions.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { signWebhook } from '#worker/webhooks/sign.ts'

let app: TestApp
let token: string
let calendarId: string
const password = 'Ring.the.bell.1'

before(async () => {
  app = await startApp({ CAPTCHA: 'none' })
  const email = 'ann@example.org'
  const { id } = await post('/auth/v1/signup', { email, password })
  await app.pool.query('update auth.users set email_confirmed_at = now() where id = $1', [id])
  const { rows } = await app.pool.query(
    `insert into public.calendars (name, owner_id, state, city, allow_guest_users) values ('Elm Street', $1, 'Texas', 'Austin', true) returning id`,
    [id],
  )
  calendarId = rows[0].id
  await app.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'fan@example.org')`,
    [calendarId],
  )
  const { access_token } = await post('/auth/v1/token?grant_type=password', { email, password })
  const scopes = ['send_alerts', 'read_mailings', 'read_answers', 'record_answers']
  const wanted = { name: 'Docs', can_write: true, can_see_contacts: true, scopes, password }
  token = (await post('/auth/v1/access-tokens', wanted, access_token)).token
})
after(() => app.close())

async function post(path: string, json: object, as?: string) {
  const headers = { apikey: app.config.publishableKey, ...(as && { authorization: `Bearer ${as}` }) }
  const answer = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(json) })
  return answer.json()
}

const get = (path: string) => fetch(app.url + path, { headers: { apikey: app.config.publishableKey } })
const shown = () => examples({ siteUrl: app.url, key: app.config.publishableKey, token, calendarId })

/** Runs a script beside this file, where it finds the official client, and returns what it prints. */
async function runScript(text: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const file = new URL(`./example-${process.pid}.mjs`, import.meta.url)
  writeFileSync(file, text)
  try {
    const child = spawn(process.execPath, [file.pathname], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    for await (const chunk of child.stdout) printed += chunk
    return printed
  } finally {
    rmSync(file)
  }
}

/** Does what curl does with the options that the examples use. */
async function runCurl(text: string) {
  const [, method = 'GET'] = /-X (\w+)/.exec(text) ?? []
  const [, url = ''] = /'(http[^']+)'/.exec(text) ?? []
  const headers = [...text.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']): [string, string] => [
    name,
    value,
  ])
  const [, body] = /-d '([^']+)'/.exec(text) ?? []
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  return { status: answer.status, body: await answer.json() }
}

test('every example of the documentation works', async () => {
  const {
    guest,
    upsert,
    read,
    write,
    series,
    import: importing,
    stream,
    siren,
    school,
    desk,
    webhook,
    webhookPython,
    ...others
  } = shown()
  assert.ok(siren && school && desk && webhook && webhookPython, 'see below')
  assert.deepEqual(others, {}, 'an example that nobody runs')
  for (const _ of ['first', 'again']) {
    const [event] = JSON.parse(await runScript(upsert!.text))
    assert.equal(event.title, 'Street fair')
    const { status, body } = await runCurl(write!.text)
    assert.ok(status === 201 || status === 200)
    assert.equal(body[0].title, 'Parade')
  }
  const listed = await runCurl(read!.text)
  assert.deepEqual(
    listed.body.map(({ title }: { title: string }) => title),
    ['Parade', 'Street fair'],
  )
  const [calendar] = JSON.parse(await runScript(guest!.text))
  assert.equal(calendar.name, 'Elm Street')
  assert.equal(calendar.events.length, 2)
  const made = await runCurl(series!.text)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.ok(made.body.series_id)
  const planned = await runCurl(importing!.text)
  assert.equal(planned.body.counts?.added, 1, JSON.stringify(planned.body))
  const change = () => app.pool.query('update public.events set title = title where calendar_id = $1', [calendarId])
  const changing = setInterval(() => void change(), 500)
  try {
    assert.match(await runScript(stream!.text), /event: open\ndata: {"version":\d+}\n[\s\S]*event: events\n/)
  } finally {
    clearInterval(changing)
  }
})

test('a siren, a school and a registration desk work from the documentation alone', async () => {
  const { siren, school, desk } = shown()
  await app.pool.query('update public.profiles set trial = false')
  assert.ok(JSON.parse(await runScript(siren!.text)).mailing_id)
  for (const _ of ['first', 'again']) {
    const [allClear, alert] = JSON.parse(await runScript(school!.text))
    assert.deepEqual([allClear.kind, alert.kind], ['alert', 'alert'])
  }
  const { rows: families } = await app.pool.query(
    "select contact_value from public.calendar_contacts where tags = '{Grade 3}' order by 1",
  )
  assert.deepEqual(families, [{ contact_value: 'mira@example.org' }, { contact_value: 'sam@example.org' }])
  await app.pool.query(
    `insert into public.event_rsvps (event_id, calendar_id) select id, calendar_id from public.events where title = 'Parade'`,
  )
  const { answers, counts } = JSON.parse(await runScript(desk!.text))
  assert.equal(answers.length, 1)
  assert.deepEqual(counts, { going: 2, waiting: 0, maybe: 0, no: 0, here: 2 })
})

test('the examples of webhooks accept a genuine post, and no other', async () => {
  const { webhook, webhookPython } = shown()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const body = JSON.stringify({ type: 'test', data: { title: 'Fête' } })
  const headers = signWebhook([Buffer.alloc(32), Buffer.from(secret.slice(6), 'base64')], {
    id: 'a',
    body,
    at: new Date(),
  })
  const old = { ...headers, 'webhook-timestamp': '1614265330' }
  const given = JSON.stringify({ headers, old, body })
  const env = { WEBHOOK_SECRET: secret, GIVEN: given }
  const calls = 'const { headers, old, body } = JSON.parse(process.env.GIVEN)'
  const prints = 'console.log(isGenuine(headers, body), isGenuine(headers, body + 1), isGenuine(old, body))'
  assert.equal(await runScript(`${webhook!.text}\n${calls}\n${prints}`, env), 'true false false\n')
  const python = `${webhookPython!.text}
import json
given = json.loads(os.environ["GIVEN"])
body = given["body"].encode()
print(is_genuine(given["headers"], body), is_genuine(given["headers"], body + b" "), is_genuine(given["old"], body))`
  const { error, stdout } = spawnSync('python3', ['-c', python], { env: { ...process.env, ...env }, encoding: 'utf8' })
  assert.ifError(error)
  assert.equal(stdout, 'True False False\n')
})

test('the descriptions name every function, and only those that exist', async () => {
  for (const [name, { methods }] of Object.entries(functionDescriptions)) {
    const answer = await fetch(`${app.url}/functions/v1/${name}`, {
      method: 'PUT',
      headers: { apikey: app.config.publishableKey },
    })
    const { error } = (await answer.json()) as { error: string }
    assert.equal(error, `This function answers ${methods.join(' and ')} only`, name)
  }
  const { openapi, paths } = (await (await get('/functions/v1/')).json()) as { openapi: string; paths: object }
  assert.equal(openapi, '3.1.0')
  assert.deepEqual(
    Object.keys(paths),
    Object.keys(functionDescriptions).map((name) => `/${name}`),
  )
})

test('the root of the data API describes its tables and functions, and every reference leads somewhere', async () => {
  const answer = await get('/rest/v1/')
  assert.match(answer.headers.get('content-type') ?? '', /openapi\+json/)
  const description = (await answer.json()) as Described
  await assertOpenApi(description)
  const { paths, components } = description
  for (const path of ['/calendars', '/events', '/calendar_contacts', '/rpc/get_calendar_contact_count'])
    assert.ok(paths[path], path)
  assert.ok(!('/access_tokens' in paths))
  const events = components.schemas.events as { properties: Record<string, { 'x-rights': string[] }> }
  assert.deepEqual(events.properties.title?.['x-rights'], [
    'anon select',
    'authenticated insert',
    'authenticated select',
    'authenticated update',
  ])
  assert.deepEqual(events.properties.id?.['x-rights'], ['anon select', 'authenticated select'])
  // What it says of guests is what guests get.
  const guest = await get('/rest/v1/events?select=*&limit=1')
  const readable = Object.entries(events.properties).filter(([, column]) => column['x-rights'].includes('anon select'))
  assert.deepEqual(
    Object.keys(((await guest.json()) as object[])[0] ?? {}),
    readable.map(([name]) => name),
  )
})

test('the description of the functions is valid', async () => {
  await assertOpenApi((await (await get('/functions/v1')).json()) as Described)
})

test('the page has the key, the tables and no script', async () => {
  const answer = await fetch(`${app.url}/docs`)
  const page = await answer.text()
  assert.equal(answer.status, 200)
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? []
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.ok(policy.startsWith(`default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}';`), policy)
  assert.doesNotMatch(page, /<script/)
  assert.ok(page.includes(app.config.publishableKey))
  for (const heading of ['events', 'calendar_contacts', 'save-event'])
    assert.match(page, new RegExp(`<h3 id="[^"]+">${heading}</h3>`))
})

test('the texts are made once: encoded, named by an ETag, and confirmed without being sent again', async () => {
  for (const path of ['/docs', '/docs/database.ts', '/docs/functions.ts', '/functions/v1', '/rest/v1/']) {
    const headers = { apikey: app.config.publishableKey, 'accept-encoding': 'br' }
    const [first, again] = [
      await fetch(app.url + path, { headers }),
      await fetch(`${app.url}${path}?limit=1`, { headers }),
    ]
    const etag = first.headers.get('etag')
    assert.ok(etag, path)
    assert.deepEqual([again.headers.get('etag'), first.headers.get('content-encoding')], [etag, 'br'], path)
    assert.equal(await first.text(), await again.text())
    const confirmed = await fetch(app.url + path, { headers: { ...headers, 'if-none-match': etag } })
    assert.deepEqual([confirmed.status, await confirmed.text()], [304, ''], path)
  }
})

test('the types are those of the official client and of the functions, and every example of the documentation fits them', async () => {
  const types = await (await fetch(`${app.url}/docs/database.ts`)).text()
  const folder = new URL(`./types-${process.pid}/`, import.meta.url)
  mkdirSync(folder)
  try {
    writeFileSync(new URL('database.ts', folder), types)
    writeFileSync(new URL('functions.ts', folder), await (await fetch(`${app.url}/docs/functions.ts`)).text())
    writeFileSync(new URL('use.ts', folder), usesOfTypes)
    const typed = Object.entries(typedExamples()).map(([name, text]) => {
      const file = new URL(`${name}.ts`, folder)
      writeFileSync(
        file,
        `import type { Database } from './database.ts'\nimport type { Functions } from './functions.ts'\n${text}`,
      )
      return file.pathname
    })
    // Examples are JavaScript, which leaves out what is only for compilers.
    const found = [
      check(['--strict'], [new URL('use.ts', folder).pathname]),
      check(['--strict', 'false', '--noImplicitAny', 'false'], typed),
    ]
    assert.deepEqual(await Promise.all(found), ['', ''])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const usesOfTypes = `import { createClient } from '@supabase/supabase-js'
import type { Database } from './database.ts'
import { call } from './functions.ts'
const supabase = createClient<Database>('https://town.example', 'key')
const { data } = await supabase.from('events').select('id, title').single()
export const title: string | undefined = data?.title
const event = { calendar_id: 'x', title: 'x', category: 'Event', start_time: '', end_time: '' }
await supabase.from('events').insert(event)
// @ts-expect-error: the id is not for clients to write
await supabase.from('events').insert({ ...event, id: 'x' })
// @ts-expect-error: an event has a title
await supabase.from('events').insert({ calendar_id: 'x', category: 'Event', start_time: '', end_time: '' })
const { data: count } = await supabase.rpc('get_calendar_contact_count', { p_calendar_id: 'x' })
export const contacts: number | null = count
const town = { url: 'https://town.example', key: 'key', token: 'tbp_x' }
const { counts } = await call(town, 'import-events', { calendar_id: 'x', text: '', dry_run: true })
export const added: number = counts.added
const { parameters } = await call(town, 'captcha-challenge', { action: 'sign-in' })
export const algorithm: string = parameters.algorithm
// @ts-expect-error: an import says whether it is one
await call(town, 'import-events', { calendar_id: 'x', text: '' })
// @ts-expect-error: there is no such call
await call(town, 'import', {})
`

/** Every example of the documentation, and the page of docs/examples, with the types that a program in TypeScript has. */
function typedExamples(): Record<string, string> {
  const { webhookPython: _, ...all } = shown()
  const texts = Object.entries(all).map(([name, { language, text }]) => {
    if (language === 'js') return [name, withTypes(text)]
    const [, url = ''] = /'(http[^']+)'/.exec(text) ?? []
    const [, body = '{}'] = /-d '([^']+)'/.exec(text) ?? []
    const [, called] = /functions\/v1\/([\w-]+)/.exec(url) ?? []
    const [, rows] = /rest\/v1\/(\w+)/.exec(url) ?? []
    const type = called
      ? `Functions['${called}']['body']`
      : `Partial<Database['public']['Tables']['${rows}']['Insert']>`
    return [name, `export const body: ${type} = ${body}`]
  })
  const page = readFileSync('docs/examples/sync.html', 'utf8')
  const [, script = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(page) ?? []
  const browser = "import * as supabase from '@supabase/supabase-js'\ndeclare const document: any, FormData: any\n"
  assert.ok(texts.length > 8 && script)
  return { ...Object.fromEntries(texts), page: withTypes(browser + script) }
}

const withTypes = (text: string) => text.replaceAll('createClient(', 'createClient<Database>(')

/** Returns what the compiler finds wrong. */
async function check(options: string[], files: string[]): Promise<string> {
  const always = ['--ignoreConfig', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions', '--types', 'node']
  const language = ['--module', 'nodenext', '--target', 'esnext']
  const child = spawn('node_modules/.bin/tsc', [...always, ...language, ...options, ...files])
  let printed = ''
  for await (const chunk of child.stdout) printed += chunk
  return printed
}

type Described = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation | string>>
  components: { schemas: Record<string, object>; parameters?: Record<string, object> }
}
type Operation = { operationId: string; parameters?: { name?: string; $ref?: string }[]; responses: object }

/** Holds it against the schema of OpenAPI 3.1, and against two rules that no schema has. */
async function assertOpenApi(description: Described): Promise<void> {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(description))
  assert.ok(valid, JSON.stringify(errors)?.slice(0, 3_000))
  assert.equal(validator.version, '3.1')
  const operations = Object.values(description.paths).flatMap((item) =>
    Object.values(item).filter((operation) => typeof operation !== 'string'),
  )
  const ids = operations.map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length, 'each operation has an id of its own')
  for (const { operationId, parameters = [] } of operations) {
    const names = parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1))
    assert.equal(new Set(names).size, names.length, `${operationId} names a parameter twice: ${names}`)
  }
  assert.doesNotThrow(() => validator.resolveRefs(), 'every reference leads somewhere')
}
