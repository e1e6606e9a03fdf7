// One message of the catalogue: when it is said, and how to make it be said on the page that the scene has open.
import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright'
import { sees, seesToast } from '#testing/browser/acts.ts'
import type { Seed } from './seed.ts'

export type Act = { page: Page; seed: Seed }

export type Message = {
  /** As in the catalogue: "title / body" or "title /" is a toast, anything else a sentence on the page. */
  says: string
  /** What stands in the places of {1} and {2}. */
  filled?: (seed: Seed) => string[]
  when: string
  /** Where to begin, when it stands already on the page that the message before left. */
  from?: string
  /** One request goes wrong at the network's edge, until the message was seen. */
  fails?: Failure
  act: (act: Act) => Promise<unknown>
}

/** Without a status the connection breaks. With `sends`, the real server answers, but to this instead of what was typed. */
type Failure = { method: string; path: RegExp; status?: number; answer?: object; sends?: object }

export type Scene = {
  name: string
  who?: (seed: Seed) => Seed['people'][keyof Seed['people']]
  /** The page all its messages begin on. */
  at: (seed: Seed) => string
  messages: Message[]
}

export type Heard = { title: string; body: string }

/** Every toast that is ever drawn on the page, in order; some are gone before one could look for them. */
export async function hearToasts(page: Page): Promise<Heard[]> {
  const heard: Heard[] = []
  await page.exposeFunction('hearToast', (toast: Heard) => void heard.push(toast))
  await page.addInitScript(() => {
    const tell = (window as unknown as { hearToast(toast: Heard): void }).hearToast
    const text = (toast: Element, part: string) => toast.querySelector(`[data-${part}]`)?.textContent ?? ''
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue
        const toasts = node.matches('[data-sonner-toast]') ? [node] : node.querySelectorAll('[data-sonner-toast]')
        for (const toast of toasts) tell({ title: text(toast, 'title'), body: text(toast, 'description') })
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return heard
}

export async function provoke(message: Message, act: Act, heard: Heard[]): Promise<void> {
  const { page, seed } = act
  const words = fill(message.says, message.filled?.(seed) ?? [])
  const { title, body } = toastOf(words)
  const before = heard.length
  if (message.from) await page.goto(message.from)
  if (title === null) assert.equal(await page.getByText(words, { exact: true }).count(), 0, 'it stands there already')
  if (message.fails) await breakOff(page, message.fails)
  try {
    await message.act(act)
    if (title === null) return await sees(page, words)
    await waitUntil(() => heard.slice(before).some((toast) => toast.title === title && toast.body === body), {
      says: () => `not said: ${words}; said: ${JSON.stringify(heard.slice(before))}`,
    })
    await seesToast(page, title, body || undefined)
  } finally {
    await page.unrouteAll({ behavior: 'wait' })
  }
}

function toastOf(words: string): { title: string | null; body: string } {
  const at = words.indexOf(' /')
  return at < 0 ? { title: null, body: '' } : { title: words.slice(0, at), body: words.slice(at + 3) }
}

function fill(words: string, values: string[]): string {
  return values.reduce((text, value, n) => text.replace(`{${n + 1}}`, value), words)
}

function breakOff(page: Page, { method, path, status, answer, sends }: Failure): Promise<unknown> {
  const handle = (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    if (sends) return route.continue({ postData: JSON.stringify(sends) })
    return status ? route.fulfill({ status, json: answer }) : route.abort('connectionrefused')
  }
  return page.route((url) => path.test(url.pathname), handle)
}

const GIVE_UP_MS = 120_000

async function waitUntil(isSo: () => boolean, { says }: { says: () => string }): Promise<void> {
  const end = Date.now() + GIVE_UP_MS
  while (!isSo()) {
    if (Date.now() > end) throw new Error(says())
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
