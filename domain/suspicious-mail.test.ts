import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspicionOf, suspicionOfName } from './suspicious-mail.ts'

const OWN = 'town.example'

test('what neighbors write is not suspicious', () => {
  for (const texts of [
    ['Porch concert', 'Bring a chair. Questions: ann@bartonhills.org', null],
    ['PTA meeting', 'https://zoom.us/j/123?pwd=abc', 'Join at zoom.us or in room 12'],
    ['Food bank', 'Sign up at https://www.signupgenius.com/go/abc. See also signupgenius.com'],
    ['Blood bank drive', 'Call 512-555-0134 for a place'],
    ['Reset your password night', 'A talk at the library about safe passwords'],
    ['Calendar', `https://${OWN}/calendar/1`, 'https://a.org/1 https://a.org/2 https://a.org/3'],
    ['Fiesta de año nuevo', 'En el parque, a las 8:00 p.m. ¡Traiga comida!'],
    ['Встреча соседей', 'Καλημέρα'],
  ])
    assert.equal(suspicionOf(texts, OWN), null, texts[0] ?? '')
  assert.equal(suspicionOfName('Barton Hills'), null)
})

test('what phishers write is', () => {
  for (const [texts, why] of [
    [['Your account is locked', null, 'https://evil.example/'], /account is locked/],
    [['Your account is locked, call (800) 555-0199'], /beside a way to answer/],
    [['Su cuenta ha sido bloqueada', 'https://evil.example/'], /bloqueada/],
    [['Prize', 'https://bit.ly/x'], /shortened/],
    [['Prize', 'http://192.0.2.7/x'], /number/],
    [['Prize', 'http://3221225991/x'], /number/],
    [['Prize', 'https://bänk.example/'], /imitate/],
    [['Prize', 'https://bank.com@evil.example/'], /hides/],
    [['Sign in at chase.com', 'https://evil.example/'], /names chase\.com/],
    [['News', Array.from({ length: 6 }, (_, i) => `https://a.org/${i}`).join(' ')], /6 links/],
    [['Your pаypal', 'with a Cyrillic а'], /alphabets/],
    [['ver\u200bify your details', 'https://evil.example'], /verify your/],
  ] as const)
    assert.match(suspicionOf([...texts], OWN) ?? 'nothing', why)
  assert.match(suspicionOfName('T o w n b e l l Security') ?? '', /called like/)
  assert.match(suspicionOfName('B\u0430rton Hills') ?? '', /mixes alphabets/)
  assert.equal(suspicionOfName('Café Niño, Баня'), null)
})
