// The table of letters and those who queue them.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Mail } from '#messages/email/carrier.ts'
import { testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { sendLetter } from '#worker/jobs/send-letter.ts'
import { letterKind, letterNames } from '#worker/letters/letters.ts'

test('every letter of the table is queued somewhere, and nothing else is', () => {
  const sources = globSync(['database/schema/*.sql', 'server/**/*.ts', 'worker/**/*.ts']).map((path) =>
    readFileSync(path, 'utf8'),
  )
  const queued = sources.flatMap((text) =>
    [...text.matchAll(/private\.send_letter\(\s*'([^']+[^/])'/g)].map(([, name]) => name as string),
  )
  // server/auth/account-links.ts adds the topic to the name.
  const accounts = globSync('server/auth/*.ts').map((path) => readFileSync(path, 'utf8'))
  const named = (name: string) => accounts.some((text) => text.includes(`'${name.slice('account/'.length)}'`))
  queued.push(...letterNames.filter((name) => name.startsWith('account/') && named(name)))
  assert.deepEqual([...new Set(queued)].sort(), [...letterNames].sort())
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
  const send = sendLetter({
    pool: database.pool,
    log: testLog('debug', []),
    carrier,
    linkSecret: 'a link secret of forty characters or so.',
    siteUrl: 'https://town.example',
    mailFrom: 'bell@town.example',
    supportEmail: 'help@town.example',
    postalAddress: 'Townbell, 1 Town Square, Springfield, IL 62701, USA',
  })
  const run = (letter: string, ids: object) => send({ letter, ids }, { job: { id: '1' } } as never)
  for (const letter of letterNames)
    await run(letter, Object.fromEntries(letterKind(letter).ids.map((id) => [id, randomUUID()])))
  assert.deepEqual(sent, [])
  await assert.rejects(async () => run('members/nothing', {}), /no letter members\/nothing/)
  await database.close()
})
