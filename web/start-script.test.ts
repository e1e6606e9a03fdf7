import assert from 'node:assert/strict'
import { test } from 'node:test'
import vm from 'node:vm'
import { PAGE_READY } from './page-ready.ts'
import { startAfterPaint } from './start-script.ts'

const page = `<html><head><link rel="modulepreload" href="/a.js"/><link rel="icon" href="/i.svg"/></head><body><h1>Hi</h1><script nonce="n">data()</script><script nonce="n" type="module" async="">import "/b.js"; '$&'</script><script nonce="n">more()</script></body></html>`

test('a deferred part of a page arrives in a template, and our script puts it in place', () => {
  const made = startAfterPaint(page, 'n')
  const [before, waiting, after] = made.split(/<template id="scripts">|<\/template>/)
  assert.equal(
    waiting,
    `<link rel="modulepreload" href="/a.js"/><script nonce="n" type="module" async="">import "/b.js"; '$&'</script>`,
  )
  assert.equal(
    before,
    `<html><head><link rel="icon" href="/i.svg"/></head><body><h1>Hi</h1><script nonce="n">data()</script>`,
  )
  assert.match(
    after ?? '',
    /^<script nonce="n">[^<]*getElementById\('scripts'\)[^<]*<\/script><script nonce="n">more\(\)<\/script><\/body><\/html>$/,
  )
})

test('a page says which it is, so that it can be read offline; a screen only while somebody is signed in', async () => {
  assert.deepEqual(await saidBy('/calendars/oak', 'in'), ['/calendars/oak'])
  assert.deepEqual(await saidBy('/dashboard', 'out'), [])
  assert.deepEqual(await saidBy('/calendars/oak', 'out'), [])
  assert.deepEqual(await saidBy('/calendar/oak?view=week', 'out'), ['/calendar/oak?view=week'])
})

/** What a page tells the service worker, when somebody signed in or out after it was loaded. */
async function saidBy(address: string, session: 'in' | 'out'): Promise<string[]> {
  const { pathname, search } = new URL(address, 'https://town.example')
  const said: string[] = []
  const timers: (() => void)[] = []
  const listeners = new Map<string, () => void>()
  const dataset = { session: session === 'in' ? 'out' : 'in' }
  const active = { postMessage: ({ seen }: { seen: string }) => void said.push(seen) }
  const element = { className: '', setAttribute() {}, append() {} }
  vm.runInNewContext(/<script nonce="n">(\{[^<]*)<\/script>/.exec(startAfterPaint(page, 'n'))?.[1] ?? '', {
    location: { pathname, search },
    navigator: { onLine: true, serviceWorker: { register: async () => {}, ready: Promise.resolve({ active }) } },
    document: {
      documentElement: { dataset },
      body: element,
      createElement: () => element,
      getElementById: () => ({ content: '' }),
    },
    PerformanceObserver: class {
      observe() {}
    },
    addEventListener: (type: string, listen: () => void) => void listeners.set(type, listen),
    removeEventListener() {},
    setTimeout: (act: () => void) => void timers.push(act),
    setInterval() {},
  })
  listeners.get(PAGE_READY)?.()
  dataset.session = session
  for (const act of timers) act()
  await new Promise(setImmediate)
  return said
}
