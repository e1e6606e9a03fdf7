// How long the browser took from a click to the next paint, as it reports it itself (Event Timing, in steps of 8 ms), and from the
// first move of a drag, which it does not report.
import type { Page } from 'playwright'

type Clicked = Window & { clicked: Map<number, number> }

/** Before the page is opened. */
export async function watchClicks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const clicked = new Map<number, number>()
    Object.assign(window, { clicked })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        if (!entry.interactionId || !/^(pointer|click|mouse)/.test(entry.name)) continue
        clicked.set(entry.interactionId, Math.max(entry.duration, clicked.get(entry.interactionId) ?? 0))
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
    let isFirst = false
    addEventListener('pointerdown', () => {
      isFirst = true
    })
    addEventListener(
      'pointermove',
      ({ buttons, timeStamp }) => {
        if (buttons === 0 || !isFirst) return
        isFirst = false
        // A message comes after the paint.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => clicked.set(-timeStamp, performance.now() - timeStamp)
        requestAnimationFrame(() => port2.postMessage(null))
      },
      { capture: true },
    )
  })
}

/** The slowest part of each click. Parts faster than 16 ms are not reported. */
export async function clickTimes(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return [...(window as unknown as Clicked).clicked.values()]
  })
}

/** Waits until no request has begun or ended for half a second. Not for `networkidle`: signed-in screens hold a stream open. */
export async function isQuiet(page: Page): Promise<void> {
  const events = ['request', 'requestfinished', 'requestfailed'] as const
  for (let isBusy = true; isBusy; ) {
    isBusy = false
    const note = () => {
      isBusy = true
    }
    for (const event of events) page.on(event as 'request', note)
    await page.waitForTimeout(500)
    for (const event of events) page.off(event as 'request', note)
  }
}
