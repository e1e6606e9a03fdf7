import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runningUrl } from '#database/embedded-running.ts'
import { createPool } from '#database/pool.ts'
import { tokenHash } from '#messages/signatures.ts'
import { dataFolder, isAlive, removeFolder, type Started, startTownbell, until, untilExit } from '#testing/townbell.ts'
import { buildWeb } from '../../bin/build-web.ts'

const folder = dataFolder()
const METRICS_TOKEN = 'a token of these tests only'
const PUBLISHABLE_KEY = 'sb_publishable_for_the_tests_of_processes'
let program: Started
before(async () => {
  await buildWeb()
  program = await startTownbell(folder, {
    env: { SERVER_PROCESSES: '2', METRICS_TOKEN, PUBLISHABLE_KEY, LOG_LEVEL: 'warn' },
  })
})
after(async () => {
  program.process.kill('SIGTERM')
  await untilExit(program.process, program.said)
  removeFolder(folder)
})

test('two servers and a worker answer at one address, and any of them gives the counts of both', async () => {
  assert.equal(parts('server').length, 2)
  assert.equal(parts('worker').length, 1)
  for (let n = 0; n < 6; n++) assert.equal(await statusOf('/health'), 200)
  await until(async () => (await statusOf('/ready')) === 200)
  const answered = await fetch(`${program.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await answered.text()
  const counted = [...text.matchAll(/^townbell_http_requests_total\{surface="probes".*,process="(\d)"\} (\d+)$/gm)]
  assert.ok(counted.reduce((sum, [, , count]) => sum + Number(count), 0) >= 7, text)
  assert.equal(text.match(/^process_resident_memory_bytes\{process="\d"\}/gm)?.length, 2)
  assert.equal(text.match(/^townbell_workers /gm)?.length, 1, 'what is in the database is said once')
})

test('a revoked access token is refused at once by every server', async () => {
  const { postgresPassword } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
  const pool = createPool({ url: await runningUrl(folder, postgresPassword), max: 1 })
  try {
    const token = `tbp_${'t'.repeat(43)}`
    await pool.query(
      `with person as (insert into auth.users (email, encrypted_password) values ('ann@example.org', '-') returning id)
       insert into auth.access_tokens (user_id, name, token_hash, expires_at) select id, 'Sync', $1, now() + interval '1 day' from person`,
      [tokenHash(token)],
    )
    const headers = { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token}` }
    const read = () => statusOf('/rest/v1/calendars?select=id', headers)
    const readOften = () => Promise.all(Array.from({ length: 20 }, read))
    assert.deepEqual(new Set(await readOften()), new Set([200]))
    await pool.query('delete from auth.access_tokens')
    assert.deepEqual(new Set(await readOften()), new Set([401]))
  } finally {
    await pool.end()
  }
})

test('a server that is killed is replaced and logged, and requests go on', async () => {
  const [victim] = parts('server')
  const visiting = visit()
  process.kill(victim!, 'SIGKILL')
  await until(() => parts('server').length === 2 && !parts('server').includes(victim!))
  await until(() => /a process was replaced/.test(program.said()))
  const { sent, failed } = await visiting.stop()
  assert.match(program.said(), /"part":"server".*"how":"SIGKILL".*a process ended; starting another/)
  // What it had begun is lost with it, and nothing else.
  assert.ok(failed.length <= VISITORS, failed.join('\n'))
  assert.ok(sent > failed.length)
})

test('the worker is replaced as well', async () => {
  const [victim] = parts('worker')
  process.kill(victim!, 'SIGKILL')
  await until(() => parts('worker').some((pid) => pid !== victim))
  await until(() => /"part":"worker","number":1,"msg":"a process was replaced"/.test(program.said()))
})

test('SIGHUP replaces all processes one by one, and no request is lost', async () => {
  const before = [...parts('server'), ...parts('worker')]
  const visiting = visit()
  await until(() => visiting.sent() > 20)
  program.process.kill('SIGHUP')
  await until(() => /all processes were replaced/.test(program.said()))
  const { sent, failed } = await visiting.stop()
  assert.deepEqual(failed, [])
  assert.ok(sent > 20)
  const now = [...parts('server'), ...parts('worker')]
  assert.equal(now.length, 3)
  assert.deepEqual(
    now.filter((pid) => before.includes(pid)),
    [],
  )
})

test('a stop ends every process, and so does the end of the first one', async () => {
  const all = [...parts('server'), ...parts('worker')]
  program.process.kill('SIGTERM')
  assert.equal((await untilExit(program.process, program.said)).code, 0)
  assert.deepEqual(all.filter(isAlive), [])

  program = await startTownbell(folder, { env: { SERVER_PROCESSES: '2', METRICS_TOKEN } })
  const orphans = [...parts('server'), ...parts('worker')]
  assert.equal(orphans.length, 3)
  program.process.kill('SIGKILL')
  await until(() => !orphans.some(isAlive))

  program = await startTownbell(folder)
  assert.deepEqual([...parts('server'), ...parts('worker')], [], 'with one there is only the first process')
  assert.equal(await statusOf('/health'), 200)
})

test('where PostgreSQL has too few connections there are fewer servers', async () => {
  program.process.kill('SIGTERM')
  await untilExit(program.process, program.said)
  program = await startTownbell(folder, {
    env: { SERVER_PROCESSES: '64', DATABASE_CONNECTIONS: '80', LOG_LEVEL: 'warn' },
  })
  assert.match(program.said(), /"wanted":64,"allowed":2.*connections for fewer server processes/)
  assert.equal(parts('server').length, 2)
})

/** The ids of the processes of one kind. */
function parts(part: 'server' | 'worker'): number[] {
  const { pid } = program.process
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return children.map(Number).filter((child) => commandOf(child).endsWith(`start ${part}`))
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Over a connection of its own, which any of the servers takes. */
function statusOf(path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    get(`${program.url}${path}`, { agent: false, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    }).on('error', reject)
  })
}

const VISITORS = 8

/** Visitors who keep their connections, one request after another, a pause between them. */
function visit() {
  const agent = new Agent({ keepAlive: true, maxSockets: VISITORS })
  const failed: string[] = []
  let sent = 0
  let isOver = false
  const one = async () => {
    for (; !isOver; sent++) {
      await new Promise<void>((resolve) => {
        const fail = (why: unknown) => {
          failed.push(String(why))
          resolve()
        }
        get(`${program.url}/terms`, { agent, timeout: 60_000 }, (answer) => {
          if (answer.statusCode !== 200) fail(answer.statusCode)
          answer.resume()
          answer.on('end', resolve).on('error', fail)
        })
          .on('error', fail)
          .on('timeout', () => fail('no answer'))
      })
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }
  const all = Array.from({ length: VISITORS }, one)
  return {
    sent: () => sent,
    async stop() {
      isOver = true
      await Promise.all(all)
      agent.destroy()
      return { sent, failed }
    },
  }
}
