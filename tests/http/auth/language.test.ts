// The language of account mails: that of the page on which one was requested, else that of the browser in which its
// owner was last active.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTransaction } from '#database/scope.ts'
import { turnOffForSomebody } from '#server/auth/second-step-off.ts'
import {
  type AuthFixture,
  follow,
  fragmentOf,
  linkIn,
  newAddress,
  OTHER_PASSWORD,
  openAuthFixture,
  PASSWORD,
} from './fixture.ts'

let fixture: AuthFixture
before(async () => {
  fixture = await openAuthFixture()
})
after(() => fixture.close())

const spanish = { cookie: 'language=es' }
const english = { cookie: 'language=en', 'accept-language': 'es' }
type Headers = Record<string, string>

const send = (path: string, headers: Headers, json: object) => fixture.request(path, { json, headers })
const subjects = async (email: string) => (await fixture.mails(email)).map(({ subject }) => subject).sort()

/** Signs up, confirms and signs in, all in one browser. */
async function arrive(headers: Headers) {
  const email = newAddress()
  await send('/signup', headers, { email, password: PASSWORD })
  const [mail] = await fixture.mails(email)
  const session = fragmentOf(await follow(linkIn(mail), headers))
  return { email, refresh: session.refresh_token, as: { ...headers, authorization: `Bearer ${session.access_token}` } }
}

test('sign-up on the Spanish page sends a Spanish mail that leads to Spanish pages; on the English page an English one', async () => {
  for (const [headers, isSpanish] of [
    [spanish, true],
    [{ 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }, true],
    [english, false],
    [{}, false],
  ] as const) {
    const email = newAddress()
    assert.equal((await send('/signup', headers, { email, password: PASSWORD })).status, 200)
    const [mail] = await fixture.mails(email)
    const link = linkIn(mail)
    const page = await fetch(link)
    const said = {
      subject: mail?.subject,
      language: mail?.headers['Content-Language'],
      lang: link.searchParams.get('lang'),
      remembered: page.headers.get('set-cookie')?.split(';')[0],
      page: /<html lang="..">[\s\S]*<h1>(.*)<\/h1>[\s\S]*?<button type="submit">(.*?)<\/button>/
        .exec(await page.text())
        ?.slice(1),
    }
    assert.deepEqual(
      said,
      isSpanish
        ? {
            subject: 'Confirme su dirección de correo para Townbell',
            language: 'es',
            lang: 'es',
            remembered: 'language=es',
            page: ['Confirme su dirección de correo', 'Continuar'],
          }
        : {
            subject: 'Confirm your email address for Townbell',
            language: undefined,
            lang: null,
            remembered: undefined,
            page: ['Confirm your email address', 'Continue'],
          },
    )
    assert.match(mail?.html ?? '', isSpanish ? /<html lang="es">/ : /<html lang="en">/)
  }
  const broken = await fixture.request('/verify', { headers: spanish })
  assert.match(await broken.text(), /<html lang="es">[\s\S]*Este enlace está incompleto/)
})

test('each mail is in the language of the page that requested it last', async () => {
  const email = newAddress()
  await send('/signup', english, { email, password: PASSWORD })
  await fixture.mails(email)
  await send('/signup', spanish, { email, password: PASSWORD })
  await send('/resend', spanish, { type: 'signup', email })
  await send('/recover', spanish, { email })
  await fixture.pool.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  await send('/signup', spanish, { email, password: PASSWORD })
  assert.deepEqual(await subjects(email), [
    'Cambie su contraseña de Townbell',
    'Confirme su dirección de correo para Townbell',
    'Usted ya tiene una cuenta de Townbell',
  ])
  await send('/recover', spanish, { email })
  await send('/recover', english, { email })
  assert.deepEqual(await subjects(email), ['Reset your Townbell password'])
})

test('security notices are in the language of the browser in which the owner was last active', async () => {
  const { email, refresh, as } = await arrive(spanish)
  const other = await arrive(english)
  const change = (json: object, headers: Headers = as) => fixture.request('/user', { method: 'PUT', json, headers })

  assert.equal((await change({ password: OTHER_PASSWORD, current_password: PASSWORD })).status, 200)
  assert.deepEqual(await subjects(email), ['Se cambió su contraseña de Townbell'])
  await change({ email: other.email, current_password: OTHER_PASSWORD })
  assert.deepEqual(await subjects(email), ['Se escribió otra dirección para su cuenta de Townbell'])
  assert.deepEqual(await subjects(other.email), ['Esta dirección ya tiene una cuenta de Townbell'])
  const moved = newAddress()
  await change({ email: moved, current_password: OTHER_PASSWORD })
  await fixture.mails(email)
  const [mail] = await fixture.mails(moved)
  assert.equal(mail?.subject, 'Confirme su nueva dirección de correo para Townbell')
  await follow(linkIn(mail), english)
  assert.deepEqual(
    await subjects(email),
    ['Se cambió la dirección de correo de su cuenta de Townbell'],
    'whoever opens the link',
  )

  await fixture.pool.query('update auth.users set second_factor_since = now() where email = $1', [moved])
  assert.equal(await inTransaction(fixture.pool, (client) => turnOffForSomebody(client, moved)), 'done')
  assert.deepEqual(await subjects(moved), [
    'El inicio de sesión en dos pasos está desactivado en su cuenta de Townbell',
  ])

  assert.equal((await send('/token?grant_type=refresh_token', english, { refresh_token: refresh })).status, 200)
  await change({ password: PASSWORD, current_password: OTHER_PASSWORD })
  assert.deepEqual(await subjects(moved), ['Your Townbell password was changed'], 'they read English since')
  assert.equal((await send('/delete-account', as, { password: PASSWORD })).status, 204)
  assert.deepEqual(await subjects(moved), ['Su cuenta de Townbell se eliminó'])

  await change({ password: OTHER_PASSWORD, current_password: PASSWORD }, other.as)
  assert.deepEqual(await subjects(other.email), ['Your Townbell password was changed'])
})
