import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phoneNumber } from './contacts.ts'
import { isTextable, normalisePhone } from './phones.ts'

// number, fits the pattern, stored as, may be texted
const numbers: [string, boolean, string | null, boolean][] = [
  ['+15125550123', true, '+15125550123', true],
  ['15125550123', true, '+15125550123', true],
  ['5125550123', true, '+15125550123', true],
  [' +15125550123 ', true, '+15125550123', true],
  ['+16135550123', true, '+16135550123', true],
  ['+17875550123', true, '+17875550123', true],
  ['+19005550123', true, '+19005550123', false],
  ['+18005550123', true, '+18005550123', false],
  ['+18765550123', true, '+18765550123', false],
  ['+442079460958', true, '+442079460958', false],
  ['442079460958', true, '+442079460958', false],
  ['12', true, null, false],
  ['+12', true, null, false],
  ['123456789012345', true, null, false],
  ['+1', false, null, false],
  ['1', false, null, false],
  ['1234567890123456', false, null, false],
  ['0123', false, null, false],
  ['+0123456789', false, null, false],
  ['(512) 476-1234', true, '+15124761234', true],
  ['512-476-1234', true, '+15124761234', true],
  ['512.476.1234', true, '+15124761234', true],
  ['512\u2011476\u20111234', true, '+15124761234', true],
  ['+1 512 476 1234', true, '+15124761234', true],
  ['1 (512) 476-1234', true, '+15124761234', true],
  ['512-GOT-MAIL', false, null, false],
  ['512/4761234', false, null, false],
  ['+١٥١٢٥٥٥٠١٢٣', false, null, false],
  ['++15125550123', false, null, false],
  ['', false, null, false],
]

for (const [number, fits, stored, textable] of numbers) {
  test(`"${number}" ${fits ? 'looks' : 'does not look'} like a phone number and is stored as ${stored}`, () => {
    const parsed = phoneNumber.safeParse(number)
    assert.equal(parsed.success, fits)
    if (!fits) {
      assert.equal(parsed.error?.issues[0]?.message, 'Please enter a valid phone number (E.164 format recommended)')
    }
    assert.equal(normalisePhone(number), stored)
    assert.equal(isTextable(number), textable)
  })
}
