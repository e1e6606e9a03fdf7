// Radicale with the same events in a collection, behind gunicorn: its own server answers one after another.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#database/embedded.ts'
import { load } from '../load.ts'
import { startListening } from '../program.ts'
import type { Bench, Contender } from '../scenario.ts'

const HOW = 'apt-get install --no-install-recommends radicale gunicorn'

export async function radicale(bench: Bench, feed: string): Promise<Contender[]> {
  const program = bench.program('radicale', HOW) && bench.program('gunicorn', HOW)
  if (!program) return []
  const folder = mkdtempSync(join(tmpdir(), 'townbell-radicale-'))
  bench.atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const config = join(folder, 'config')
  writeFileSync(
    config,
    `[auth]\ntype = none\n[rights]\ntype = authenticated\n[storage]\nfilesystem_folder = ${folder}\n`,
  )
  const port = await freePort()
  const words = ['-b', `127.0.0.1:${port}`, '-w', '2', '-k', 'gthread', '--threads', '8', '-t', '120', 'radicale']
  await startListening(bench, program, { words, port, env: { RADICALE_CONFIG: config } })
  const ask = { path: '/town/feed/', headers: { authorization: `Basic ${btoa('town:x')}` } }
  const headers = { ...ask.headers, 'content-type': 'text/calendar; charset=utf-8' }
  const put = await fetch(`http://127.0.0.1:${port}${ask.path}`, { method: 'PUT', headers, body: feed })
  if (put.status !== 201) throw new Error(`Radicale answered ${put.status}: ${await put.text()}`)
  return [{ name: 'Radicale, gunicorn of 2', measure: (seconds) => load({ port, asks: [ask], seconds, costs: {} }) }]
}
