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
    HTMLElement: class {
      popover = null
    },
    performance: { getEntriesByType: () => [] },
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

test('where the browser knows no popovers, their buttons open and close them, and Escape and a press elsewhere close them', () => {
  const toggled: string[] = []
  class Panel {
    open = false
    hasAttribute = () => this.open
    toggleAttribute = (_: string, open: boolean) => {
      this.open = open
    }
    dispatchEvent = ({ newState }: { newState: string }) => void toggled.push(newState)
    contains = (other: unknown) => other === this
    closest = () => null
  }
  const panel = new Panel()
  const listeners = new Map<string, (event: object) => void>()
  const script = startAfterPaint(page, 'n').match(/if\(!\('popover' in .*close\(null\)\}\)\n\}/s)?.[0] ?? ''
  vm.runInNewContext(script, {
    HTMLElement: Panel,
    Event: class {},
    document: { getElementById: () => panel, querySelectorAll: () => (panel.open ? [panel] : []) },
    addEventListener: (type: string, listen: (event: object) => void) => void listeners.set(type, listen),
  })
  const press = (target: object) => listeners.get('click')?.({ target })
  const button = { closest: () => ({ getAttribute: () => 'more' }) }
  const elsewhere = { closest: () => null }
  const isOpenAfter = (...acts: (() => void)[]) =>
    acts.map((act) => {
      act()
      return panel.open
    })
  const pressEscape = () => listeners.get('keydown')?.({ key: 'Escape' })
  assert.deepEqual(
    isOpenAfter(
      () => press(button),
      () => press(panel),
      () => press(button),
    ),
    [true, true, false],
  )
  assert.deepEqual(
    isOpenAfter(
      () => press(button),
      () => press(elsewhere),
    ),
    [true, false],
  )
  assert.deepEqual(
    isOpenAfter(() => press(button), pressEscape),
    [true, false],
  )
  assert.deepEqual(
    isOpenAfter(
      () => press(button),
      () => (panel as unknown as { hidePopover(): void }).hidePopover(),
    ),
    [true, false],
  )
  assert.deepEqual(toggled, Array(4).fill(['open', 'closed']).flat())
})
