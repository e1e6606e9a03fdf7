// Finds the browser that the browser tests need, or installs it, and says which.
import { execFileSync } from 'node:child_process'
import { findBrowser } from '#testing/browser/find-browser.ts'

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
console.log(`Browser tests use ${findBrowser('shell')}, and ${browser} for notifications`)
