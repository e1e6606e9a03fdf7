import type { Page } from 'playwright'

/** What is far from the window is not drawn, and has the colours of the last time it was (docs/decisions/0047). From now on all is. */
export async function drawAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const all = new CSSStyleSheet()
    all.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [all]
  })
}
