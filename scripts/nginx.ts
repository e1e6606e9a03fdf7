// Finds the nginx that the tests of deploy/nginx.conf need, or unpacks Debian's package below node_modules, where it starts no service.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { findNginx, unpackedNginx } from '#testing/nginx.ts'

if (!findNginx()) {
  mkdirSync(unpackedNginx, { recursive: true })
  try {
    execFileSync('sh', ['-c', 'apt-get download -q nginx && dpkg -x nginx_*.deb .'], {
      cwd: unpackedNginx,
      stdio: 'inherit',
    })
  } catch {
    console.log(
      "There is no nginx, and Debian's package cannot be had: its tests are skipped. Install nginx to run them.",
    )
  }
}
