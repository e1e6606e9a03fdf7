// Draws public/og-image.png, the picture of shared links, with the display face of the pages.
import { readFileSync } from 'node:fs'
import { PRODUCT_NAME } from '#domain/company.ts'
import { openBrowser } from '#testing/browser/find-browser.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url))
const face = read('web/styles/fonts/fraunces-latin.woff2').toString('base64')
const bell = read('public/favicon.svg').toString('base64')

const houses = [
  [620, 62],
  [710, 46],
  [880, 54],
  [970, 70],
  [1070, 46],
] as const

const picture = `<!doctype html><style>
@font-face { font-family: Fraunces; src: url(data:font/woff2;base64,${face}) }
body { margin: 0; width: 1200px; height: 630px; background: #fbf7ee; color: #20242c; border-top: 14px solid #f5b81c; box-sizing: border-box; position: relative; overflow: hidden }
header { position: absolute; left: 72px; top: 72px; display: flex; gap: 28px; align-items: center; font: 600 72px Fraunces }
header img { width: 96px }
p { position: absolute; left: 72px; top: 216px; margin: 0; width: 1000px; font: 600 60px/70px Fraunces; letter-spacing: -0.012em; text-wrap: balance }
svg { position: absolute; left: 0; bottom: 0 }
</style>
<header><img src="data:image/svg+xml;base64,${bell}">${PRODUCT_NAME}</header>
<p>The shared calendar that reaches everyone, by email and text, on the day.</p>
<svg width="1200" height="190" fill="#fffdf8" stroke="#20242c" stroke-width="3" stroke-linejoin="round">
<path d="M0 160h1200v40H0Z" fill="#f3ecdc" stroke="none"/>
${houses
  .map(
    ([x, height]) => `<path d="M${x} 160v-${height}l35-32 35 32v${height}Z"/>
<path d="M${x + 10} ${172 - height}h16v16h-16Z" fill="#f5b81c"/><path d="M${x + 42} 160v-34h16v34"/>`,
  )
  .join('')}
<g fill="#f5b81c" stroke="none" transform="translate(800 96) scale(1.4)"><path d="M16 5.5a2 2 0 0 0-2 2v.6c-3.3.9-5.5 3.9-5.5 7.4v4.2l-2 2.9c-.5.8 0 1.9 1 1.9h17c1 0 1.5-1.1 1-1.9l-2-2.9v-4.2c0-3.5-2.2-6.5-5.5-7.4v-.6a2 2 0 0 0-2-2Z"/><path d="M12.8 26h6.4a3.2 3.2 0 0 1-6.4 0Z" fill="#20242c"/></g>
<path d="M802 100q-10 20 0 40M844 100q10 20 0 40" fill="none" stroke="#b47f00" stroke-linecap="round"/>
<path d="M0 160h1200"/></svg>`

const browser = await openBrowser()
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.setContent(picture)
await page.evaluate(() => document.fonts.ready)
await page.screenshot({ path: 'public/og-image.png' })
await browser.close()
