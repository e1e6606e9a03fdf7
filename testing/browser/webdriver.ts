// Firefox and WebKit by the commands of W3C WebDriver: WebKit over HTTP to WebKitWebDriver, Firefox over the socket that geckodriver
// would speak to. Just what the journeys of tests/browsers need.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#database/embedded.ts'
import { seconds } from '#domain/durations.ts'

export const engines = ['firefox', 'webkit'] as const
export type Engine = (typeof engines)[number]

/** Sends a command by the name that Firefox has for it; the address is WebKit's. */
type Send = (name: string, address: string, parameters: object) => Promise<unknown>
type Session = { send: Send; close: () => Promise<void> }

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const GIVE_UP_MS = seconds(120)

/** Of a window, without bars: a phone's and a computer's. */
export const sizes = { phone: { width: 390, height: 844 }, computer: { width: 1280, height: 900 } }
type Size = { width: number; height: number }

/** What is to be installed before journeys can run; null: nothing. */
export function missing(): string | null {
  return firefoxPath() && webkitPath() && existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/xvfb-run')
    ? null
    : MISSING
}

/** What a person does in a browser: controls are found by role and name, and waited for. */
export async function openJourney(engine: Engine, url: string, size: Size) {
  const { send, close } = await (engine === 'firefox' ? openFirefox(size) : openWebkit(size))
  const run = (script: string, ...args: unknown[]) => send('ExecuteScript', 'execute/sync', { script, args })

  async function find(kind: Kind, name: string): Promise<string> {
    const found = await until(() => run(`return (${findInPage})(arguments[0], arguments[1])`, selectors[kind], name))
    if (found) return (found as Record<string, string>)[ELEMENT] as string
    throw new Error(`no ${kind} "${name}" in\n${await run('return document.body.innerText.slice(0, 3000)')}`)
  }

  /** A control may still move, or be covered by something that goes. */
  async function click(kind: Kind, name: string): Promise<void> {
    let problem: unknown
    const done = await until(async () => {
      const id = await find(kind, name)
      return send('ElementClick', `element/${id}/click`, { id }).then(
        () => true,
        (error) => {
          problem = error
          return false
        },
      )
    })
    if (!done) throw problem
  }

  return {
    find,
    click,
    async open(path: string): Promise<void> {
      await send('Navigate', 'url', { url: url + path })
      const isAwake = await until(() => run(`return (${isPageAwake})()`))
      if (!isAwake) throw new Error(`${path} does not come to life`)
    },
    async type(field: string, text: string): Promise<void> {
      const id = await find('field', field)
      await send('ElementSendKeys', `element/${id}/value`, { id, text })
    },
    async isAt(path: string): Promise<void> {
      const isThere = await until(async () => (await run('return location.pathname')) === path)
      if (!isThere) throw new Error(`not at ${path} but ${await run('return location.href')}`)
    },
    /** Runs in the page. */
    run,
    /** Waits until a function of the page returns something. */
    async waitFor(script: string): Promise<unknown> {
      const answer = await until(() => run(script))
      if (!answer) throw new Error(`never: ${script}`)
      return answer
    },
    /** Opens an address that may not come to life, as without a connection. */
    go: (path: string) => send('Navigate', 'url', { url: url + path }).catch(() => undefined),
    async picture(file: string): Promise<void> {
      const data = await send('TakeScreenshot', 'screenshot', { full: false })
      writeFileSync(file, Buffer.from(data as string, 'base64'))
    },
    close,
  }
}

type Kind = keyof typeof selectors
const selectors = {
  button: 'button:enabled, [role="button"]',
  link: 'a[href]',
  /** An event in the month. */
  chip: 'a[data-event]',
  field: 'input, select, textarea',
  heading: 'h1, h2, h3',
  dialog: '[role="dialog"], [role="alertdialog"]',
  toast: '[data-sonner-toast] [data-title]',
}

/** Runs in the page. Returns the last control of this name that can be seen: a dialog is behind what it covers. */
function findInPage(selector: string, name: string): Element | null {
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ??
    (element as HTMLInputElement).labels?.[0]?.textContent ??
    (element as HTMLElement).innerText ??
    ''
  const isNamed = (element: Element) => {
    const words = nameOf(element).replace(/ \*$/, '').replace(/\s+/g, ' ').trim()
    if (name.startsWith('…')) return words.endsWith(name.slice(1))
    return name.endsWith('…') ? words.startsWith(name.slice(0, -1)) : words === name
  }
  return [...document.querySelectorAll(selector)].findLast((one) => isNamed(one) && one.checkVisibility()) ?? null
}

/** Runs in the page. React knows the last link once everything before it answers. */
function isPageAwake(): boolean {
  const link = document.getElementById('scripts') && [...document.links].at(-1)
  return !link || Object.keys(link).some((key) => key.startsWith('__reactProps'))
}

async function until<T>(ask: () => Promise<T>): Promise<T | null> {
  for (const end = Date.now() + GIVE_UP_MS; Date.now() < end; await wait(100)) {
    const answer = await ask()
    if (answer) return answer
  }
  return null
}

const webkitPath = () => globSync('/usr/lib/*/webkit{,2}gtk-4.*/MiniBrowser')[0]
const firefoxPath = () => ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))

/** Fills a screen of the size: no window of it is as narrow as a phone. */
async function openWebkit({ width, height }: Size): Promise<Session> {
  const browser = webkitPath()
  if (!browser || !existsSync('/usr/bin/WebKitWebDriver')) throw new Error(MISSING)
  const port = await freePort()
  const env = { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
  const driver = spawn(
    'xvfb-run',
    ['-a', '-s', `-screen 0 ${width}x${height}x24`, 'WebKitWebDriver', `--port=${port}`],
    {
      env,
      detached: true,
      stdio: 'ignore',
    },
  )
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body ? JSON.stringify(body) : null })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(JSON.stringify(value))
    return value
  }
  if (!(await until(() => call('GET', '/status').catch(() => null)))) throw new Error('WebKitWebDriver does not answer')
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation', '--full-screen'] } }
  const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch } })) as { sessionId: string }
  await call('POST', `/session/${sessionId}/window/rect`, { x: 0, y: 0, width, height })
  return {
    send: (_, address, parameters) => {
      const path = `/session/${sessionId}/${address}`
      return address === 'screenshot' ? call('GET', path) : call('POST', path, parameters)
    },
    async close() {
      await call('DELETE', `/session/${sessionId}`)
      // With the display that was opened for it.
      if (driver.pid) process.kill(-driver.pid)
    },
  }
}

async function openFirefox(size: Size): Promise<Session> {
  const program = firefoxPath()
  if (!program) throw new Error(MISSING)
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'townbell-firefox-'))
  writeFileSync(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`)
  const bidi = await freePort()
  const args = ['--headless', `--remote-debugging-port=${bidi}`, '--marionette', '--no-remote', '--profile', profile]
  const browser = spawn(program, args, { env: { ...process.env, HOME: profile }, stdio: 'ignore' })
  const socket = await until(() => connected(port))
  if (!socket) throw new Error('Firefox does not answer')
  const call = marionette(socket)
  const { capabilities } = (await call('WebDriver:NewSession', { webSocketUrl: true })) as {
    capabilities: { webSocketUrl: string }
  }
  await setViewport(capabilities.webSocketUrl, size)
  return {
    async send(name, _, parameters) {
      const answer = (await call(`WebDriver:${name}`, parameters)) as { value?: unknown } | null
      return answer?.value
    },
    async close() {
      const ended = once(browser, 'exit')
      socket.destroy()
      browser.kill()
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** No window of Firefox is as narrow as a phone. The viewport can be, by WebDriver BiDi. */
async function setViewport(address: string, viewport: Size): Promise<void> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let id = 0
  const ask = async (method: string, params: object) => {
    socket.send(JSON.stringify({ id: ++id, method, params }))
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>]
      const answer = JSON.parse(data)
      if (answer.id === id) return answer.result
    }
  }
  const { contexts } = await ask('browsingContext.getTree', {})
  await ask('browsingContext.setViewport', { context: contexts[0].context, viewport })
  socket.close()
}

async function connected(port: number): Promise<Socket | null> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect').then(
    () => socket,
    () => null,
  )
}

/** Messages are JSON after their length: [0, id, command, parameters] is answered by [1, id, error, result]. */
function marionette(socket: Socket) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let received = Buffer.alloc(0)
  socket.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error)
  })
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, colon).toString())
      if (colon === -1 || received.length < end) return
      const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString())
      received = received.subarray(end)
      // The first message is a greeting.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`))
      else waiting.get(id)?.resolve(result)
    }
  })
  return (command: string, parameters: object): Promise<unknown> => {
    const id = waiting.size + 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    const text = JSON.stringify([0, id, command, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    return answer.promise
  }
}

const MISSING = 'Install the browsers: apt-get install firefox-esr webkit2gtk-driver xvfb'
