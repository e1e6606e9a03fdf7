import type { Page } from 'playwright'

/** Turns off color transitions, so that tests do not wait for them. */
export async function stopTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
}
