// Finds the browser that the browser tests need, or installs it, and says which.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { findBrowser, unpackedShell } from '#testing/browser/find-browser.ts'

if (!findBrowser('whole')) {
  console.log('No Chromium found; installing the one Playwright brings …')
  try {
    execFileSync('npx', ['playwright', 'install', '--with-deps', 'chromium'], { stdio: 'inherit' })
  } catch {
    console.log("Playwright's download did not work; trying the system's packages …")
    const packages = 'chromium chromium-headless-shell'
    execFileSync('sh', ['-c', `apt-get update -q && apt-get install -y -q ${packages}`], { stdio: 'inherit' })
  }
}
const browser = findBrowser('whole')
if (!browser) {
  console.error(
    'The browser tests need Chromium, and it could not be installed. Install it, or set CHROMIUM to its path.',
  )
  process.exit(1)
}
if (!process.env.CHROMIUM && browser.startsWith('/usr/bin/') && findBrowser('shell') === browser) unpackShell()
console.log(`Browser tests use ${findBrowser('shell')}, and ${browser} for notifications`)

/** Unpacks Debian's shell below node_modules, where it changes nothing on the machine. Without it the tests take longer. */
function unpackShell(): void {
  try {
    rmSync(unpackedShell, { recursive: true, force: true })
    mkdirSync(unpackedShell, { recursive: true })
    const unpack =
      'apt-get download -q chromium-headless-shell chromium-common && for f in *.deb; do dpkg -x $f . && rm $f; done'
    execFileSync('sh', ['-c', unpack], { cwd: unpackedShell, stdio: 'inherit', timeout: 180_000 })
    execFileSync(findBrowser('shell') as string, ['--version'], { stdio: 'ignore' })
  } catch {
    console.log("Debian's headless shell of Chromium cannot be had: the tests use the whole browser and take longer.")
    rmSync(unpackedShell, { recursive: true, force: true })
  }
}
