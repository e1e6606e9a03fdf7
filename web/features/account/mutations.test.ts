import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FunctionsHttpError } from '@supabase/functions-js'
import type { Clients } from '#web/api/clients.ts'
import { signIn } from './mutations.ts'

/** The captcha's check says no before anything is asked of the auth service. */
function checkAnswers(status: number, body: object): Clients {
  const error = new FunctionsHttpError(Response.json(body, { status }))
  return { functions: { invoke: async () => ({ data: null, error }) } } as unknown as Clients
}

const form = { email: 'ann@town.example', password: 'x', captchaToken: 'solved' }

test('a rate-limited captcha check says when to try again; other failures use our own message', async () => {
  const wait = 'Too many attempts. Please try again in 15 minutes.'
  const tooOften = await signIn(checkAnswers(429, { error: wait, code: 'over_request_rate_limit' }), form)
  assert.deepEqual([tooOften?.title, tooOften?.body], ['Error', wait])
  const broken = await signIn(checkAnswers(500, { error: 'It broke.', code: 'unexpected_failure' }), form)
  assert.equal(broken?.body, 'Verification failed. Please try again.')
})
