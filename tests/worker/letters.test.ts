// The table of letters and those who queue them.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Mail } from '#messages/email/carrier.ts'
import type { MaySend } from '#messages/email/connection.ts'
import { notSent } from '#messages/outcome.ts'
import { testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { sendLetter } from '#worker/jobs/send-letter.ts'
import { letterKind, letterNames } from '#worker/letters/letters.ts'

const options = {
  linkSecret: 'a link secret of forty characters or so.',
  siteUrl: 'https://town.example',
  mailFrom: 'bell@town.example',
  mailFromSuffix: 'via Townbell',
  supportEmail: 'help@town.example',
  postalAddress: 'Townbell, 1 Town Square, Springfield, IL 62701, USA',
}

test('every letter of the table is queued somewhere, and nothing else is', () => {
  const sources = globSync(['database/schema/*.sql', 'server/**/*.ts', 'worker/**/*.ts']).map((path) =>
    readFileSync(path, 'utf8'),
  )
  const queued = sources.flatMap((text) =>
    [...text.matchAll(/private\.send_letter\(\s*'([^']+[^/])'|^ {2}letter: \['([^']+)'/gm)].map(
      ([, sql, flow]) => sql ?? flow,
    ),
  )
  // server/auth/account-links.ts adds the topic to the name.
  const accounts = globSync('server/auth/*.ts').map((path) => readFileSync(path, 'utf8'))
  const named = (name: string) => accounts.some((text) => text.includes(`'${name.slice('account/'.length)}'`))
  queued.push(...letterNames.filter((name) => name.startsWith('account/') && named(name)))
  assert.deepEqual([...new Set(queued)].sort(), [...letterNames].sort())
})

test('a letter whose copies may have left goes out once more and not again; one that was refused is tried until it is accepted', async () => {
  const database = await testDatabase()
  const sent: string[] = []
  const answers: (Error | undefined)[] = []
  const carrier = {
    async send({ to }: Mail, maySend?: MaySend) {
      const answer = answers.shift()
      if (answer === early) throw answer
      await maySend?.()
      if (!answer || answer === killed) sent.push(to)
      if (answer) throw answer
      return {}
    },
    async close() {},
  }
  // The connection ends after the mail was taken, as with a kill.
  const killed = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
  const later = notSent('temporary', '451')
  // The worker is killed, or the connection ends, before the last byte.
  const early = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
  const send = sendLetter({ ...options, pool: database.pool, log: testLog('silent', []), carrier })
  const { rows } = await database.pool.query<{ id: string }>(
    `with people as (
       insert into auth.users (email, encrypted_password, email_confirmed_at)
       select name || '@example.org', '-', now() from unnest(array['ann', 'bob', 'cem']) as name returning id, email
     ), calendar as (
       insert into public.calendars (name, owner_id, state, city, sending_paused_at, sending_paused_by, sending_paused_reason)
       select 'Elm Street', id, 'Texas', 'Austin', now(), 'operator', 'spam' from people where email like 'ann%' returning id
     )
     select id from calendar`,
  )
  await database.pool.query(
    `insert into public.calendar_members (calendar_id, user_id, role)
     select $1, id, 'admin' from auth.users on conflict do nothing`,
    [rows[0]?.id],
  )
  const attempt = (job: string) =>
    send({ letter: 'sending/paused', ids: { calendar: rows[0]?.id } }, { job: { id: job } } as never)
  const count = () => {
    const counts = Object.values(Object.groupBy(sent.splice(0), (to) => to)).map((copies) => copies?.length)
    return counts.sort()
  }

  answers.push(later, later, undefined, later)
  for (let tries = 0; tries < 3; tries++) await assert.rejects(async () => attempt('1'))
  await attempt('1')
  assert.deepEqual(count(), [1, 1, 1], 'nobody gets a second one when the job is tried again')

  answers.push(killed, killed)
  for (let tries = 0; tries < 2; tries++) await assert.rejects(async () => attempt('2'))
  await attempt('2')
  assert.deepEqual(count(), [1, 1, 2], 'at most one second copy')
  answers.push(early, early, early)
  for (let tries = 0; tries < 3; tries++) await assert.rejects(async () => attempt('3'))
  await attempt('3')
  assert.deepEqual(count(), [1, 1, 1], 'another letter is another, and three ends before the last byte lose none')
  await database.close()
})

test('a letter about something that is gone is not sent, and one that nobody knows fails', async () => {
  const database = await testDatabase()
  const sent: Mail[] = []
  const carrier = {
    async send(mail: Mail) {
      sent.push(mail)
      return {}
    },
    async close() {},
  }
  const send = sendLetter({ ...options, pool: database.pool, log: testLog('debug', []), carrier })
  const run = (letter: string, ids: object) => send({ letter, ids }, { job: { id: '1' } } as never)
  for (const letter of letterNames)
    await run(letter, Object.fromEntries(letterKind(letter).ids.map((id) => [id, randomUUID()])))
  assert.deepEqual(sent, [])
  await assert.rejects(async () => run('members/nothing', {}), /no letter members\/nothing/)
  await database.close()
})
