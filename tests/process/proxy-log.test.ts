// The example for nginx, run by nginx itself on ports of the test: what it logs, and how it refuses a flood.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from '#database/embedded.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const example = new URL('../../deploy/nginx.conf', import.meta.url)
const isInstalled = spawnSync('nginx', ['-v']).error === undefined
const folder = temporaryFolder()
const log = join(folder, 'access.log')
const errors = join(folder, 'error.log')
let app: Server
let url: string
let stop: () => Promise<void>

before(async () => {
  if (!isInstalled) return
  app = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
  await once(app, 'listening')
  const { port } = app.address() as AddressInfo
  const [plain, secure] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${secure}`
  // Its ports, files and upstream are the test's, and no certificate is needed; everything else is as it is in the example.
  const site = readFileSync(example, 'utf8')
    .replace('server 127.0.0.1:3000', `server 127.0.0.1:${port}`)
    .replaceAll(/listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${secure};`)
    .replaceAll(/ssl_.*\n/g, '')
    .replaceAll('/var/log/nginx/townbell-error.log', errors)
    .replace('/var/log/nginx/townbell.log', log)
  const config = join(folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const main = [`pid ${join(folder, 'pid')};`, `error_log ${errors} crit;`, 'daemon off;', 'events {}']
  writeFileSync(config, `${main.join('\n')}\nhttp {\n${paths.join('\n')}\n${site}\n}\n`)
  execFileSync('nginx', ['-t', '-q', '-c', config, '-g', ''])
  const nginx = spawn('nginx', ['-c', config], { stdio: 'ignore' })
  stop = async () => {
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
  }
  while (!(await fetch(url).catch(() => null)));
})
after(async () => {
  await stop?.()
  app?.close()
})

test('nginx logs no invite code, feed address, token, mail address or phone number', {
  skip: !isInstalled,
}, async () => {
  const secret = 'Zx9'.repeat(16)
  const paths = [
    `/feed/${secret}.ics`,
    `/FEED/${secret.slice(0, 20)}.ics`,
    '//invite/Zx9abc',
    '/INVITE/Zx9abc',
    '/invite%2FZx9abc',
    `/confirm-contact?token=${secret}`,
    `/preferences?p=${secret}`,
    `/opt-out?t=${secret}`,
    `/opt-out?email=Zx9%40example.org&t=${secret}`,
    `/auth/v1/verify?token=${secret}`,
    `/made-up/${secret}`,
    '/made-up/Zx9@example.org',
    '/made-up/Zx9%40example.org',
    '/made-up/Zx9+15125550123',
  ]
  for (const path of paths) await (await fetch(url + path)).text()
  await (await fetch(`${url}/calendar/elm-street`)).text()
  while (!readFileSync(log, 'utf8').includes('elm-street'));
  // While nobody answers, nginx has something to complain about.
  app.closeAllConnections()
  await new Promise((resolve) => app.close(resolve))
  for (const path of paths) assert.equal((await fetch(url + path)).status, 502, path)
  const logged = readFileSync(log, 'utf8')
  assert.match(logged, /"GET \/calendar\/elm-street" 200/)
  assert.match(logged, /"GET \/feed\/\.\.\." 200/)
  assert.match(logged, /"GET \/invite\/\.\.\." 200/)
  assert.doesNotMatch(logged, /zx9/i)
  if (existsSync(errors)) assert.doesNotMatch(readFileSync(errors, 'utf8'), /zx9/i)
})

test('nginx refuses a flood with 429 and logs nothing of its queries', { skip: !isInstalled }, async () => {
  const statuses = new Set<number>()
  for (let sent = 0; !statuses.has(429) && sent < 5_000; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/opt-out?t=Zx9`)))
    for (const answer of answers) {
      statuses.add(answer.status)
      await answer.text()
    }
  }
  assert.ok(statuses.has(429))
  assert.doesNotMatch(readFileSync(log, 'utf8') + readFileSync(errors, 'utf8'), /zx9/i)
})
