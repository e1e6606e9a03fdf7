// One mail of every kind, read back by an independent parser: what each must have, and what none may have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { languages } from '#domain/languages.ts'
import { mailSamples } from '#testing/mail-samples.ts'

/** Four events, each with a file. */
const SIZE_MAX = 18_000
const TO = 'sam@example.net'
/** How many files of events a mail has. */
const filed: Record<string, number> = {
  'day-of': 2,
  'day-of, every category': 4,
  'day-of, who comes': 2,
  'day-of, full': 1,
  agenda: 2,
  letter: 2,
  evening: 2,
  hour: 2,
  test: 2,
}
const ofCalendar =
  /^(day-of|agenda|letter|evening|hour|week|alert|cancelled|changed|still on|message|test|confirm following$|already following|invitation|answer|sign-up|suggestion)/

for (const language of languages)
  test(`every kind of mail is complete, moderate in size and shows its recipient's address in no link: ${language}`, async () => {
    for (const { name, raw } of await mailSamples(language)) {
      const mail = await PostalMime.parse(raw)
      const { html = '', text = '', subject = '' } = mail
      assert.ok(html && text && subject, name)
      assert.ok(raw.length <= SIZE_MAX, `${name} has ${raw.length} bytes`)
      assert.ok(
        raw
          .toString('latin1')
          .split('\r\n')
          .every((line) => line.length <= 998),
        name,
      )
      for (const part of [html, text]) {
        assert.ok(!part.includes(TO) && !part.includes(Buffer.from(TO).toString('base64url')), name)
        assert.ok(!part.includes('{{') && !part.includes('undefined') && !part.includes('Slot'), name)
        assert.match(part, /1 Town Square/, name)
      }
      assert.match(html, new RegExp(`^<!doctype html>\\s<html lang="${language}">`), name)
      assert.match(html, /<div style="display:none[^"]*">\S[^<]+<\/div>/, `${name} has a line for the inbox`)
      assert.match(html, /prefers-color-scheme:dark/, name)
      assert.doesNotMatch(html, /<img|<script|display:\s*(flex|grid)|href="(?!https:|mailto:)/, name)
      assert.equal(html.match(/<h1/g)?.length ?? 0, name === 'letter' ? 0 : 1, `${name} has one first heading`)
      const files = mail.attachments.map(({ mimeType, content }) => [
        mimeType,
        new TextDecoder().decode(content as ArrayBuffer),
      ])
      assert.equal(files.length, filed[name] ?? 0, name)
      for (const [type, file = ''] of files) {
        assert.equal(type, 'text/calendar')
        const found = new ICAL.Component(ICAL.parse(file))
        assert.equal(found.getFirstPropertyValue('method'), 'PUBLISH')
        const [event, ...more] = found.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
        assert.equal(more.length, 0, 'one event in each file')
        assert.ok(event && html.includes(event.summary) && event.uid && event.endDate.compare(event.startDate) > 0)
      }
      const replyTo = mail.replyTo?.map(({ address }) => address)
      assert.deepEqual(replyTo, ofCalendar.test(name) ? ['maria@example.org'] : undefined, name)
      if (name.startsWith('day-of')) assert.match(html, language === 'es' ? /● Evento/ : /● Event/)
      if (name === 'alert') assert.match(subject, language === 'es' ? /^ALERTA: / : /^ALERT: /)
    }
  })
