// Measures a page load: its bytes, its largest paint, its layout shift, and whether it is too wide.
import assert from 'node:assert/strict'
import type { Page } from 'playwright'

export const SHIFT_MAX = 0.02

type Seen = { shift: number; largest: string }

/** Before the page is opened: listens from its first paint on. */
export async function watchPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { shift: 0, largest: '' }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1) as PerformanceEntry & { element: Element | null }
      const { element } = last
      // Of a picture its address.
      seen.largest = element?.textContent?.replace(/\s+/g, ' ').trim() || (element?.getAttribute('src') ?? '')
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}

export async function layoutShift(page: Page): Promise<number> {
  return (await seenBy(page)).shift
}

function seenBy(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

type FirstView = Seen & {
  /** Compressed bytes of scripts over the network. */
  scripts: number
  /** The number of scripts. */
  files: number
  weights: string[]
  /** The font files fetched. */
  fonts: string[]
  /** The smallest size in which the display face is used, in px. */
  smallestDisplay: number
  /** The text of the document as the server sent it, as the largest text is written, and the addresses of its pictures. */
  html: string
}

export async function firstView(page: Page, path: string): Promise<FirstView> {
  const sizes: Promise<number>[] = []
  const fonts: string[] = []
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) sizes.push(request.sizes().then((all) => all.responseBodySize))
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  const answer = await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.largest !== '')
  const source = (await answer?.text()) ?? ''
  const html = await page.evaluate((source) => {
    const { body } = new DOMParser().parseFromString(source, 'text/html')
    const pictures = [...body.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))
    return [body.textContent?.replace(/\s+/g, ' ') ?? '', ...pictures].join(' ')
  }, source)
  const seen = await seenBy(page)
  const scripts = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  const weights = await fontWeights(page)
  return { ...seen, scripts, files: sizes.length, weights, fonts, smallestDisplay: await smallestDisplay(page), html }
}

function smallestDisplay(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seen = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().width > 1)
    const display = seen
      .map((element) => getComputedStyle(element))
      .filter(({ fontFamily }) => fontFamily.startsWith('Fraunces'))
    return Math.min(...display.map(({ fontSize }) => Number.parseFloat(fontSize)))
  })
}

function fontWeights(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elements = [...document.body.querySelectorAll('*')]
    return [...new Set(elements.map((element) => getComputedStyle(element).fontWeight))].sort()
  })
}

/**
 * On a small phone, and at 400 % and 200 %: a window of 1280 px then has room for 320 and 640. What moves to its new place may take so
 * many milliseconds.
 */
export async function fits(page: Page, timeout = 20_000): Promise<void> {
  for (const width of [320, 360, 640]) {
    await page.setViewportSize({ width, height: 720 })
    await page
      .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout })
      .catch(() => {})
    assert.deepEqual(await page.evaluate(tooWide), [], `too wide at ${width} px`)
  }
}

/** Returns what is scrolled sideways: the page, or a part of it, such as a dialog. A row that is made to be swiped says so. */
function tooWide(): string[] {
  const boxes = [...document.body.querySelectorAll(':not([data-swipe])')].filter((box) => {
    const { overflowX } = getComputedStyle(box)
    return (overflowX === 'auto' || overflowX === 'scroll') && box.scrollWidth > box.clientWidth && box.clientWidth > 0
  })
  const over = document.documentElement.scrollWidth - innerWidth
  return [
    ...(over > 0 ? [`the page, by ${over} px`] : []),
    ...boxes.map(({ tagName, className }) => `${tagName} ${className}`),
  ]
}
