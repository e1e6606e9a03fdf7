import type { Page } from 'playwright'

/**
 * What is far from the window is not drawn, and has the colours of the last time it was (docs/decisions/speed-public-pages.md). From now on all
 * is, and no colour takes its time.
 */
export async function drawAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return
    const all = new CSSStyleSheet()
    all.replaceSync('*, ::before, ::after { content-visibility: visible !important; transition: none !important }')
    document.adoptedStyleSheets = [all]
  })
}
