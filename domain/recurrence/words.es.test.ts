import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRule } from './rule.ts'
import { ruleWords } from './words.es.ts'
import { ruleWords as inEnglish } from './words.ts'

test('a repetition is told in Spanish as in English', () => {
  const said: [rule: string, english: string, spanish: string][] = [
    ['FREQ=DAILY', 'Every day', 'Cada día'],
    ['FREQ=WEEKLY;BYDAY=FR', 'Every week on Friday', 'Cada semana, los viernes'],
    [
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,FR,SA',
      'Every 2 weeks on Sunday, Friday and Saturday',
      'Cada 2 semanas, los domingos, viernes y sábados',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=4', 'Every month on day 4', 'Cada mes, el día 4'],
    ['FREQ=MONTHLY;BYDAY=1FR', 'Every month on the first Friday', 'Cada mes, el primer viernes'],
    ['FREQ=YEARLY;COUNT=3', 'Every year on July 4, 3 times', 'Cada año, el 4 de julio, 3 veces'],
    ['FREQ=DAILY;UNTIL=20250710', 'Every day, until July 10, 2025', 'Cada día, hasta el 10 de julio de 2025'],
  ]
  for (const [text, english, spanish] of said) {
    const { rule } = parseRule(text)
    assert.ok(rule, text)
    assert.deepEqual([inEnglish(rule, '2025-07-04'), ruleWords(rule, '2025-07-04')], [english, spanish])
  }
})
