import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#domain/durations.ts'
import { type AuthFixture, follow, fragmentOf, linkIn, openAuthFixture, signIn, signUp } from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture()
})
after(() => fixture.close())

test('no address, password or token of an account is ever in the log or the queue', async () => {
  const email = 'canary.address@example.org'
  const [password, next] = ['Canary-Password1!', 'Canary-Second2!']
  await signUp(fixture, email, password)
  const queued = await fixture.pool.query(
    `select string_agg(to_jsonb(j)::text, ' ') as jobs from graphile_worker._private_jobs j`,
  )
  const [mail] = await fixture.mails(email)
  const link = linkIn(mail)
  const { access_token = '', refresh_token = '' } = fragmentOf(await follow(link, {}, password))
  await follow(link)
  const client = fixture.client()
  await client.auth.setSession({ access_token, refresh_token })
  await client.auth.updateUser({ password: next, current_password: password, data: { display_name: 'Canary Name' } })
  await client.auth.resetPasswordForEmail(email)
  await fixture.client().auth.signInWithPassword({ email, password: 'Canary-Wrong3!' })
  await fixture.request('/token?grant_type=password', {
    method: 'POST',
    body: `{"email":"${email}","password":"Canary-Cut`,
  })
  const { session } = await signIn(fixture, email, next)
  const refresh = () =>
    fixture.request('/token?grant_type=refresh_token', { json: { refresh_token: session?.refresh_token } })
  await refresh()
  fixture.later(minutes(1))
  assert.equal((await refresh()).status, 400)
  const [reset] = (await fixture.mails(email)).filter(({ subject }) => subject.startsWith('Reset'))
  const resetToken = linkIn(reset).searchParams.get('token')
  // A database error that quotes its input.
  await fixture.pool.query('alter table auth.one_time_tokens rename to away')
  assert.equal((await fixture.request('/recover', { json: { email } })).status, 500)
  await fixture.pool.query('alter table auth.away rename to one_time_tokens')

  const log = fixture.lines.join('\n')
  assert.match(log, /sign-in refused/)
  assert.match(log, /a used refresh token came back/)
  assert.match(log, /unexpected error/)
  assert.match(queued.rows[0].jobs, /"letter"/)
  const secrets = [
    'canary',
    'Canary',
    encodeURIComponent(email),
    link.searchParams.get('token'),
    resetToken,
    access_token,
    refresh_token,
    session?.access_token,
    session?.refresh_token,
  ]
  for (const secret of secrets) {
    assert.ok(secret)
    assert.ok(!log.includes(secret), `${secret} is in the log`)
    assert.ok(!queued.rows[0].jobs.includes(secret), `${secret} is in the queue`)
  }
})
