// A file, as fast as a file can be served.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#database/embedded.ts'
import { type Ask, load } from '../load.ts'
import { startListening } from '../program.ts'
import type { Bench, Contender } from '../scenario.ts'

/** Nothing when nginx is not installed. */
export async function nginx(bench: Bench, file: string, headers: Ask['headers'] = {}): Promise<Contender[]> {
  const program = bench.program('nginx', 'apt-get install --no-install-recommends nginx-light')
  if (!program) return []
  const folder = mkdtempSync(join(tmpdir(), 'townbell-nginx-'))
  bench.atEnd(() => rmSync(folder, { recursive: true, force: true }))
  // Its workers are another user.
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'feed.ics'), file)
  const port = await freePort()
  writeFileSync(join(folder, 'nginx.conf'), config(folder, port))
  await startListening(bench, program, { words: ['-p', folder, '-c', 'nginx.conf', '-e', 'errors'], port })
  const asks = [{ path: '/feed.ics', headers }]
  return [{ name: 'nginx', measure: (seconds) => load({ port, asks, seconds, costs: {} }) }]
}

const config = (folder: string, port: number) => `
  daemon off;
  worker_processes auto;
  pid ${folder}/pid;
  events {}
  http {
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 10000000;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
    server { listen 127.0.0.1:${port}; root ${folder}; types { text/calendar ics; } }
  }`
