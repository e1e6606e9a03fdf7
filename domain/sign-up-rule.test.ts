import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNamed, isRefusalPublic, publicSignUpRule, readSignUpRule, type SignUpRule } from './sign-up-rule.ts'
import { signUpSentence } from './sign-up-sentence.ts'

const rule = (...entries: string[]) => readSignUpRule(entries) as SignUpRule

test('everybody may sign up, or who is invited, has an address at a domain, or is named', () => {
  assert.ok(isNamed(rule('open'), 'ann@anywhere.org'))
  const town = rule('invited', 'Springfield.gov', 'Ann@Gmail.com')
  assert.deepEqual(town, {
    isOpen: false,
    invited: true,
    domains: ['springfield.gov'],
    addresses: ['ann@gmail.com'],
  })
  const named = ['clerk@springfield.gov', 'ann@gmail.com']
  const others = ['bob@gmail.com', 'clerk@mail.springfield.gov', 'springfield.gov@evil.org', 'clerk@notspringfield.gov']
  for (const address of named) assert.ok(isNamed(town, address), address)
  for (const address of others) assert.ok(!isNamed(town, address), address)
})

test('a list that makes no sense is refused as a whole', () => {
  for (const entries of [[], ['open', 'invited'], ['everybody'], ['springfield.gov', 'a b.org'], ['@springfield.gov']])
    assert.equal(readSignUpRule(entries), null, entries.join())
})

test('visitors see domains and that invitations count, but no address', () => {
  assert.equal(publicSignUpRule(rule('open')), null)
  assert.deepEqual(publicSignUpRule(rule('springfield.gov', 'ann@gmail.com')), {
    invited: false,
    domains: ['springfield.gov'],
  })
  assert.ok(isRefusalPublic(rule('springfield.gov')))
  assert.ok(!isRefusalPublic(rule('springfield.gov', 'ann@gmail.com')))
  assert.ok(!isRefusalPublic(rule('invited')))
})

test('a sentence says who may', () => {
  assert.equal(
    signUpSentence({ invited: false, domains: ['a.gov', 'b.edu', 'c.org'] }),
    'To sign up here you need an email address at a.gov, b.edu, or c.org.',
  )
  assert.match(signUpSentence({ invited: true, domains: [] }), /^To sign up here you need an invitation/)
  assert.match(signUpSentence({ invited: true, domains: ['a.gov'] }), /at a\.gov, or an invitation/)
  assert.match(signUpSentence({ invited: false, domains: [] }), /ask us/)
})
