// Every parser that reads what strangers write, in one list, for the test that four times the text takes each at most six times as long.
// A new parser gets its line here. Patterns are measured one by one in tests/structure/patterns.test.ts.
import * as z from 'zod'
import { CALENDAR_FILE, contactsOfCalendarFile } from '#domain/calendar-file.ts'
import { guessColumns, readContacts, readContactTable } from '#domain/contact-import.ts'
import { deliveryReason } from '#domain/delivery-reasons.ts'
import { describeDevice } from '#domain/devices.ts'
import { mailboxOf, normaliseEmail } from '#domain/email-address.ts'
import { guessCsvColumns, guessDateOrder, readCsv, readEventTable } from '#domain/event-import/csv.ts'
import { textOfHtml } from '#domain/event-import/html-text.ts'
import { readIcs } from '#domain/event-import/ics.ts'
import { workBudget } from '#domain/event-import/work.ts'
import { placeLink } from '#domain/event-place.ts'
import { invitedAddresses } from '#domain/invitations.ts'
import { linksInText } from '#domain/links-in-text.ts'
import { isTextable, normalisePhone } from '#domain/phones.ts'
import { parseRule } from '#domain/recurrence/rule.ts'
import { readSentence } from '#domain/sentences/read-sentence.ts'
import { areSimilarTitles } from '#domain/similar-titles.ts'
import { suspicionOf, suspicionOfName } from '#domain/suspicious-mail.ts'
import { replyOf } from '#domain/text-replies.ts'
import { searchWords } from '#domain/views.ts'
import { plainName } from '#messages/plain-name.ts'
import { readBounce } from '#messages/read-bounce.ts'
import { readRsvpReply } from '#messages/read-rsvp-reply.ts'
import { readCategories, readMonth } from '#server/feeds/address.ts'
import { readPicture } from '#server/functions/picture/picture.ts'
import { parseBody } from '#server/http/json-body.ts'
import { preferredLanguage } from '#server/http/language.ts'
import { parseFilterKey, parseLogic } from '#server/rest/filter-grammar.ts'
import { parseOrder } from '#server/rest/order-grammar.ts'
import { rowsOf } from '#server/rest/payload.ts'
import { parsePreferences } from '#server/rest/preferences.ts'
import { parseRangeHeader } from '#server/rest/range.ts'
import { parseSelect } from '#server/rest/select-grammar.ts'
import { twilioSignature } from '#server/webhooks/twilio-signature.ts'
import { hostileReply } from './hostile-files.ts'
import { jpeg } from './pictures.ts'

type Parser = (text: string) => unknown

const line = (text: string) => text.replace(/[\r\n]/g, '')
const zone = 'America/Chicago'
const calendarWith = (lines: string) =>
  readIcs(`BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fair\n${lines}\nEND:VEVENT\nEND:VCALENDAR\n`, zone, workBudget())
const contactsOf = (table: ReturnType<typeof readContactTable>) => [
  guessColumns(table),
  readContacts(table, { email: 'all', phone: 0, name: null, lastName: null, tags: null }),
]
const report = (type: string, text: string) =>
  `To: ${line(text)}\nContent-Type: multipart/report; boundary=b${line(text)}; boundary=b\n\n--b\nContent-Type: ${type}\n\nAction: failed\nDiagnostic-Code: ${text}\n--b--\n`

const files: Record<string, Parser> = {
  contacts: (text) => contactsOf(readContactTable(text)),
  'table of events': (text) => {
    const table = readEventTable(text, workBudget())
    const columns = { ...guessCsvColumns(table), title: 0, date: 0, start: 0 }
    return readCsv(table, { columns, order: guessDateOrder(table, columns), home: zone })
  },
  'people of a calendar file': (text) => {
    const row = { contact_type: 'email', contact_value: text, name: text, tags: [text] }
    const lines = [{ townbell: CALENDAR_FILE }, { table: 'public.calendar_contacts', row }]
    return contactsOfCalendarFile(`${lines.map((one) => JSON.stringify(one)).join('\n')}\n${text}`)
  },
  zone: (text) => calendarWith(`DTSTART;TZID="${line(text)}":20270105T100000`),
  rule: (text) => calendarWith(`DTSTART:20270105T100000Z\nRRULE:${line(text)}`),
  length: (text) => calendarWith(`DTSTART:20270105T100000Z\nDURATION:${line(text)}`),
  categories: (text) => calendarWith(`DTSTART:20270105T100000Z\nCATEGORIES:${line(text)}`),
  textOfHtml: (text) => textOfHtml(`<br>${text}`),
  'attributes of HTML': (text) => textOfHtml(`<a ${text.replace(/[<>]/g, '')}>x</a>`),
  picture: (text) => readPicture(jpeg({ before: [Buffer.from(text)] })),
}

const mails: Record<string, Parser> = {
  bounce: (text) => readBounce(report('message/delivery-status', text), 'x'),
  returned: (text) => readBounce(report('message/rfc822', `\n${text}`), 'x'),
  sender: (text) => readRsvpReply(hostileReply('', '').replace('<gus@example.org>', line(text))),
  attendee: (text) => readRsvpReply(hostileReply('', line(text))),
  reply: (text) => readRsvpReply(hostileReply('', `\n${text}`)),
  'reason of a bounce': (error) => deliveryReason({ channel: 'email', state: 'failed', error, cause: null }),
  'reply by text': replyOf,
}

const nameOnly = z.object({ name: z.string().max(100) })

/** Nothing of ours reads multipart: pictures come as the bytes they are. */
const requests: Record<string, Parser> = {
  select: parseSelect,
  order: parseOrder,
  'key of a filter': parseFilterKey,
  'conditions in brackets': (text) => parseLogic('or', `(${text})`),
  'groups in brackets': (text) => parseLogic('or', `(a.eq.${text},and(b.in.(${text})))`),
  'rows as CSV': (text) => rowsOf('csv', text, undefined),
  'rows as JSON': (text) => rowsOf('json', `[{"title":${JSON.stringify(text)}}]`, undefined),
  'body as JSON': (text) => parseBody(text, nameOnly),
  'value in a JSON body': (text) => parseBody(JSON.stringify({ name: text, more: [text] }), nameOnly),
  'query of a feed': (text) => {
    const query = new URLSearchParams(text)
    return [readMonth(query), readCategories(query)]
  },
  'form of a provider': (text) => twilioSignature('secret', 'https://town.example/', new URLSearchParams(text)),
  'header Range': parseRangeHeader,
  'header Prefer': parsePreferences,
  'header Accept-Language': (text) => preferredLanguage({ get: () => text }),
  'header User-Agent': (text) => describeDevice(text, 'en'),
  'words of a search': searchWords,
}

const fields: Record<string, Parser> = {
  linksInText,
  plainName,
  suspicionOf: (text) => suspicionOf(['https://barn.example', text], 'town.example'),
  suspicionOfName,
  invitedAddresses: (text) => invitedAddresses.safeParse(text),
  'address of a mailbox': (text) => [normaliseEmail(text), mailboxOf(text)],
  phone: (text) => [normalisePhone(text), isTextable(text)],
  'rule of a series': (text) => parseRule(text),
  'link of a place': (text) => placeLink({ location: text, location_name: text }),
  'titles that are alike': (text) => areSimilarTitles(text, `${text} fair`),
  'sentence in English': (text) => readSentence(text, { now: { day: '2027-07-05', time: '10:00' }, language: 'en' }),
  'sentence in Spanish': (text) => readSentence(text, { now: { day: '2027-07-05', time: '10:00' }, language: 'es' }),
}

/** What is refused is read to where it is refused. */
function refusing(parser: Parser): Parser {
  return (text) => {
    try {
      return parser(text)
    } catch (error) {
      return error
    }
  }
}

export const parsers: Record<string, Parser> = Object.fromEntries(
  Object.entries({ ...files, ...mails, ...requests, ...fields }).map(([name, parser]) => [name, refusing(parser)]),
)
