// Whatever is typed into any field that reaches a mail or the preview: nothing runs, nothing is loaded, each mail has one
// recipient and the headers we wrote. The mails come over a real mail server, and a real browser opens them with scripts on.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright'
import PostalMime, { type Email } from 'postal-mime'
import { createSmtpConnections } from '#messages/email/smtp-connections.ts'
import { createTemplateService } from '#messages/template-service/service.ts'
import { openBrowser } from '#testing/browser/find-browser.ts'
import { addEvent, fixedClock, makeCalendar } from '#testing/calendars.ts'
import { injections } from '#testing/injections.ts'
import { type SendgridApi, startSendgridApi } from '#testing/sendgrid-api.ts'
import { openSendingFixture } from '#testing/sending-fixture.ts'
import { startSmtp } from '#testing/smtp.ts'
import { type FunctionsFixture, openFunctionsFixture } from '#tests/http/functions/fixture.ts'

let fixture: FunctionsFixture
let browser: Browser
let sendgrid: SendgridApi
before(async () => {
  sendgrid = await startSendgridApi()
  // A template that escapes nothing by itself.
  sendgrid.templates.set('d-raw', {
    subject: '{{{title}}}',
    html: `<html><head><title>{{{title}}}</title></head><body><p>{{{title}}}</p><p>{{&description}}</p>
      {{#each events}}<p>{{{this.location}}}</p><p>{{{location_name}}}</p>{{/each}}<p>{{{calendar.name}}} {{{calendar.description}}}</p></body></html>`,
    text: '',
  })
  fixture = await openFunctionsFixture({
    SENDGRID_API_KEY: sendgrid.key,
    SENDGRID_API_URL: sendgrid.url,
    MAIL_CARRIER: 'catcher',
  })
  browser = await openBrowser()
  for (const [n, text] of texts.entries())
    calendars.push(await calendarSaying(text, `p${n}@example.org`, templateOf(n)))
})
after(async () => {
  await browser.close()
  await fixture.close()
  await sendgrid.close()
})

const templates = ['townbell-day-of', 'townbell-agenda', 'townbell-letter', 'd-raw']
const HARMLESS = 'Bring a chair'
const day = '2025-07-04'

/** The first of each template is harmless: the others may consist of nothing else than it. */
const texts = [...templates.map(() => HARMLESS), ...injections]
const templateOf = (n: number) => templates[n % templates.length] ?? ''
const calendars: { id: string; owner: string; fields: number }[] = []

/** With the text in every field that takes it; how many did. */
async function calendarSaying(
  text: string,
  email: string,
  template: string,
): Promise<{ id: string; owner: string; fields: number }> {
  const { pool } = fixture
  const calendar = await makeCalendar(pool, { name: HARMLESS, emails: [email] })
  await pool.query('update public.calendars set sendgrid_template_id = $2 where id = $1', [calendar.id, template])
  const event = await addEvent(pool, calendar, { title: HARMLESS, day, description: HARMLESS, location: HARMLESS })
  let fields = 0
  for (const [table, id, column, length] of [
    ['calendars', calendar.id, 'name', 100],
    ['calendars', calendar.id, 'description', 500],
    ['events', event, 'title', 200],
    ['events', event, 'description', 5000],
    ['events', event, 'location', 500],
    ['events', event, 'location_name', 200],
  ] as const) {
    const value = [...text].slice(0, length).join('')
    // What a field does not take, such as a line break in a title, never reaches a mail.
    const taken = await pool.query(`update public.${table} set ${column} = $2 where id = $1`, [id, value]).then(
      () => true,
      () => false,
    )
    if (taken) fields++
  }
  return { ...calendar, fields }
}

type Shape = { tags: string[]; attributes: string[] }

/** Opens documents in a browser with scripts on; answers what each consists of, and fails when one does anything. */
async function looker() {
  const context = await browser.newContext()
  const page = await context.newPage()
  const did: string[] = []
  page.on('dialog', (dialog) => {
    did.push(`said ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => void did.push(`asked for ${request.url()}`))
  page.on('popup', () => void did.push('opened a window'))
  return {
    async shapeOf(html: string, about: string): Promise<Shape> {
      await page.setContent(html, { waitUntil: 'load' })
      const shape = await page.evaluate(() => {
        const all = [...document.querySelectorAll('*')]
        return {
          tags: [...new Set(all.map((element) => element.localName))],
          attributes: [
            ...new Set(
              all.flatMap((element) => element.getAttributeNames().map((name) => `${element.localName} ${name}`)),
            ),
          ],
          links: all
            .map((element) => element.getAttribute('href'))
            .filter((href) => href !== null && !/^(https:\/\/|mailto:)/.test(href)),
        }
      })
      assert.deepEqual(shape.links, [], about)
      assert.deepEqual(did, [], about)
      return shape
    },
    close: () => context.close(),
  }
}

function assertWithin(shape: Shape, plain: Shape, about: string): void {
  for (const kind of ['tags', 'attributes'] as const)
    assert.deepEqual(
      shape[kind].filter((name) => !plain[kind].includes(name)),
      [],
      about,
    )
}

const headersOf = (mail: Email) => mail.headers.map(({ key }) => key).sort()

test('in mails', async () => {
  const server = await startSmtp()
  const connections = createSmtpConnections({ url: server.url, name: 'town.example', connections: 4 })
  const service = createTemplateService({ sendgrid: { apiKey: sendgrid.key, apiUrl: sendgrid.url } })
  const sending = await openSendingFixture(fixture.pool, fixedClock(`${day}T13:00:00Z`), {
    connections,
    templates: service,
  })
  await sending.minute()
  await sending.close()
  await server.stop()

  const { shapeOf, close } = await looker()
  const plain = new Map<string, { shape: Shape; headers: string[] }>()
  assert.equal(server.taken.length, texts.length, 'one mail a calendar, none smuggled')
  const byRecipient = new Map(server.taken.map((taken) => [taken.to.join(), taken]))
  for (const [n, text] of texts.entries()) {
    const template = templateOf(n)
    const about = `${template}: ${text}`
    const taken = byRecipient.get(`p${n}@example.org`)
    const mail = await PostalMime.parse(taken?.raw ?? '')
    assert.deepEqual(
      mail.to?.map(({ address }) => address),
      [`p${n}@example.org`],
      about,
    )
    assert.deepEqual([mail.cc, mail.bcc, mail.replyTo], [undefined, undefined, undefined], about)
    assert.equal(mail.from?.address, 'bell@town.example', about)
    assert.ok(!/[\r\n\u0085\u2028\u2029]/.test(mail.subject ?? ''), about)
    assert.ok(!`${mail.subject}${mail.text}${mail.html}`.includes(String(1337 * 1337)), about)
    const shape = await shapeOf(mail.html ?? '', about)
    const expected = plain.get(template)
    if (!expected) plain.set(template, { shape, headers: headersOf(mail) })
    else {
      assertWithin(shape, expected.shape, about)
      assert.deepEqual(headersOf(mail), expected.headers, about)
    }
  }
  await close()
  // Most fields take most texts: otherwise this would have looked at nothing.
  const fields = calendars.reduce((sum, calendar) => sum + calendar.fields, 0)
  assert.ok(fields > texts.length * 4, `${fields} fields`)
})

test('in the preview', async () => {
  const { shapeOf, close } = await looker()
  const plain = new Map<string, Shape>()
  let shown = 0
  for (const [n, text] of texts.entries()) {
    const template = templateOf(n)
    const { id = '', owner = '' } = calendars[n] ?? {}
    const answer = await fixture.call(
      'preview-email',
      {
        calendar_id: id,
        event_data: {
          title: [...text].slice(0, 200).join(''),
          description: text,
          location: [...text].slice(0, 500).join(''),
          location_name: [...text].slice(0, 200).join(''),
          start_time: `${day}T18:00:00Z`,
          end_time: `${day}T19:00:00Z`,
          category: 'Event',
        },
      },
      { headers: await fixture.signedIn(owner) },
    )
    // Refused as the form would refuse it: a title of several lines, say.
    if (answer.status === 400) continue
    assert.equal(answer.status, 200, `${text}: ${JSON.stringify(answer.body)}`)
    shown++
    const shape = await shapeOf(answer.body.html, `${template}: ${text}`)
    const expected = plain.get(template)
    if (!expected) plain.set(template, shape)
    else assertWithin(shape, expected, `${template}: ${text}`)
    assert.match(answer.body.html, /^[\s\S]{0,200}Content-Security-Policy" content="default-src 'none'/)
  }
  await close()
  assert.ok(shown > injections.length / 2, `${shown} shown`)
})
