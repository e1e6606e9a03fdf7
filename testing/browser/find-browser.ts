// A real Chromium: the one named by CHROMIUM, the system's, or Playwright's own.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright'
import { slowed } from '#testing/slowness.ts'

/** The shell is the same engine without windows around it: it needs a quarter of the CPU, but takes no pushes. */
export type BrowserKind = 'shell' | 'whole'

/** Where scripts/browser.ts unpacks Debian's package. */
export const unpackedShell = fileURLToPath(new URL('../../node_modules/.cache/chromium/', import.meta.url))

const own = chromium.executablePath()
const wholes = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', own]

/** Falls back to the full browser when the headless shell is not installed. */
export function findBrowser(kind: BrowserKind): string | undefined {
  const unpacked = `${unpackedShell}usr/lib/chromium/chromium-headless-shell`
  const shells = kind === 'shell' ? ['/usr/bin/chromium-headless-shell', unpacked] : []
  return [process.env.CHROMIUM, ...shells, ...wholes].find((place) => place && existsSync(place))
}

export function openBrowser(kind: BrowserKind = 'shell'): Promise<Browser> {
  return launch(kind)
}

/** The quiet flags keep it from calling home; without a sandbox because CI runs as root. */
async function launch(kind: BrowserKind): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const executablePath = findBrowser(kind)
  if (!executablePath) throw new Error('There is no Chromium. Run: node scripts/browser.ts')
  // Without a path Playwright takes its own shell.
  const options = kind === 'shell' && executablePath === own ? { args } : { args, executablePath }
  return slowed(await chromium.launch(options))
}
