import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { formatRule, parseRule, type Rule } from '../recurrence/rule.ts'
import { readSentence, type SentenceEvent } from './read-sentence.ts'

// testing/sentences/README.md says how to read the lines.

const now = { day: '2026-11-18', time: '17:20' }

interface Line {
  language: 'en' | 'es'
  sentence: string
  meaning: string
}

function linesOf(name: string): Line[] {
  const text = readFileSync(new URL(`../../testing/sentences/${name}.txt`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [language, sentence = '', ...cells] = line.split('|').map((cell) => cell.trim())
      const [title, when = '', place = '', category, repeat = '', doubtful = ''] = cells
      const rule = repeat && sortedRule(parseRule(repeat).rule as Rule)
      return {
        language: language as 'en' | 'es',
        sentence,
        meaning: [title, when, place, category, rule, doubtful].join(' | '),
      }
    })
}

function meaningOf({ language, sentence }: Line): string {
  const read = readSentence(sentence, { now, language })
  const doubtful = (['hour', 'day', 'repeat'] as const).filter((name) => read.instead[name])
  const rule = read.repeat ? sortedRule(read.repeat) : ''
  return [read.title, whenOf(read), read.place ?? '', read.category, rule, doubtful.join(' ')].join(' | ')
}

function whenOf({ day, lastDay, allDay, startTime, endTime }: SentenceEvent): string {
  const days = [day, lastDay].filter(Boolean).join(' to ')
  const hours = allDay ? 'all day' : startTime ? `${startTime}-${endTime}` : ''
  return [days, hours].filter(Boolean).join(' ')
}

const sortedRule = (rule: Rule) =>
  formatRule({ ...rule, weekStart: 1, byDay: rule.byDay.toSorted((a, b) => a.weekday - b.weekday || 0) })

const misread = (lines: Line[]) =>
  lines.flatMap((line) => {
    const got = meaningOf(line)
    return got === line.meaning ? [] : [`${line.sentence}\n  want ${line.meaning}\n  got  ${got}`]
  })

test('all known sentences are understood', () => {
  assert.equal(misread(linesOf('known')).join('\n'), '')
})

test('at least 95 of 100 sentences are understood that the code was not written for', () => {
  const lines = linesOf('held-out')
  assert.equal(lines.length, 100)
  // Their number only: whoever reads them begins to write code for them.
  assert.ok(misread(lines).length <= 5, `${misread(lines).length} of 100 are misread`)
})
