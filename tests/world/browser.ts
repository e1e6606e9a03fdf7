// A real Chromium: the one named by CHROMIUM, the system's, or Playwright's own.
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

export function findBrowser(): string | undefined {
  const places = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ]
  return places.find((place) => place && existsSync(place))
}

/** The quiet flags keep it from calling home; without a sandbox because CI runs as root. */
export async function openBrowser(): Promise<Browser> {
  const quiet = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('There is no Chromium. Run: node scripts/browser.ts')
  return chromium.launch({ executablePath, args: quiet })
}
