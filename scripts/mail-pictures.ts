// Takes a picture of every kind of mail, as phones show it, into screenshots/mails (which git does not keep): two widths, light and dark.
// `node scripts/mail-pictures.ts es` takes the Spanish ones; with names it takes only these.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from '#domain/languages.ts'
import { openBrowser } from '#testing/browser/find-browser.ts'
import { mailSamples } from '#testing/mail-samples.ts'

const folder = join(fileURLToPath(new URL('..', import.meta.url)), 'screenshots', 'mails')
const [wanted = 'en', ...names] = process.argv.slice(2)
const language = languages.find((one) => one === wanted)
if (!language) throw new Error(`mails are in ${languages.join(' and ')}`)
mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
try {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 390]) {
      const page = await browser.newPage({ viewport: { width, height: 640 }, colorScheme })
      for (const { name, html } of await mailSamples(language)) {
        if (names.length > 0 && !names.includes(name)) continue
        await page.setContent(html)
        const path = join(folder, `${name.replaceAll(/[^a-z0-9-]+/g, '-')}-${language}-${width}-${colorScheme}.png`)
        await page.screenshot({ path, fullPage: true })
      }
      await page.close()
    }
} finally {
  await browser.close()
}
