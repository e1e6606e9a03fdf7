// Asks a server in a process of its own about addresses with an account and without, in a random order and one at a time, and sees
// whether the time of the answers tells which is which.
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { hashPassword } from '#server/auth/passwords.ts'
import { type LoadRequest, send } from '#tests/faults/load.ts'
import { type ProgramFixture, withProgram } from '#tests/faults/program-fixture.ts'
import { newNetwork } from '#tests/http/threats/fixture.ts'
import { type Told, tellApart } from './classifier.ts'

export type TimingReport = Record<string, Told & { of: number; statuses: string[] }>

/** Each address is tried once, as an attacker with a list would. */
const questions: Record<string, (email: string) => Pick<LoadRequest, 'path' | 'body'>> = {
  'sign-in': (email) => ({
    path: '/auth/v1/token?grant_type=password',
    body: JSON.stringify({ email, password: 'Wrong.bell.1' }),
  }),
  'sign-up': (email) => ({ path: '/auth/v1/signup', body: JSON.stringify({ email, password: 'Ring.the.bell.1' }) }),
  recover: (email) => ({ path: '/auth/v1/recover', body: JSON.stringify({ email }) }),
  resend: (email) => ({ path: '/auth/v1/resend', body: JSON.stringify({ type: 'signup', email }) }),
}

export function timing(pairs: number, only?: string): Promise<TimingReport> {
  return withProgram({ worker: false }, async (program) => {
    const report: TimingReport = {}
    for (const [name, question] of Object.entries(questions))
      if (!only || only === name) report[name] = await compare(program, question, pairs)
    return report
  })
}

async function compare({ pool, url, apikey }: ProgramFixture, question: (typeof questions)[string], pairs: number) {
  const known = await addPeople(pool, pairs)
  const asked = [
    ...known.map((email) => ({ email, isKnown: true })),
    ...known.map(() => ({ email: address(), isKnown: false })),
  ]
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = { known: [] as number[], unknown: [] as number[] }
  const statuses = { known: new Set<number>(), unknown: new Set<number>() }
  const request = (email: string) =>
    send(url, agent, {
      kind: 'timing',
      headers: { apikey, 'content-type': 'application/json', 'x-forwarded-for': newNetwork() },
      ...question(email),
    })
  // The first ones pay for plans and connections.
  for (let n = 0; n < 30; n++) await request(address())
  for (const { email, isKnown } of shuffled(asked)) {
    const { ms, status } = await request(email)
    times[isKnown ? 'known' : 'unknown'].push(ms)
    statuses[isKnown ? 'known' : 'unknown'].add(status)
  }
  agent.destroy()
  return {
    of: pairs,
    statuses: [[...statuses.known].join(), [...statuses.unknown].join()],
    ...tellApart(times.known, times.unknown),
  }
}

/** With the same password, whose hash is made once. Every other one has confirmed their address. */
async function addPeople(pool: ProgramFixture['pool'], count: number): Promise<string[]> {
  const hash = await hashPassword('Ring.the.bell.1')
  const emails = Array.from({ length: count }, address)
  await pool.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at)
     select gen_random_uuid(), email, $2, case when n % 2 = 0 then now() end from unnest($1::text[]) with ordinality as u (email, n)`,
    [emails, hash],
  )
  await pool.query('vacuum analyze auth.users')
  return emails
}

const address = () => `${randomUUID()}@example.org`

function shuffled<T>(list: T[]): T[] {
  return list
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
