// One mail of every kind, as it would leave: for tests, screenshots and the points of a spam filter.
import type { EventCategory } from '#domain/categories.ts'
import { changeOf, changesSubject } from '#domain/event-changes.ts'
import { dayWords, whenWords } from '#domain/event-words.ts'
import type { Language } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import type { FiledEvent } from '#messages/email/calendar-part.ts'
import { replyTo } from '#messages/email/carrier.ts'
import { composeMailing, type MailingMime } from '#messages/email/mailing-mime.ts'
import { digestHeaders, listHeaders } from '#messages/list-unsubscribe.ts'
import { inLanguage, messageId, optOutLink } from '#messages/mail-links.ts'
import { preferencesLink } from '#messages/preferences-link.ts'
import { eventRsvpLink } from '#messages/rsvp-link.ts'
import { compileTemplate } from '#messages/template-service/compile.ts'
import { createTemplateService } from '#messages/template-service/service.ts'
import { capitalised, type DayOfEvent } from '#messages/templates/day-of/data.ts'
import { digestData } from '#messages/templates/digest/data.ts'
import { digest } from '#messages/templates/digest/digest.ts'
import { type Letter, renderLetter } from '#messages/templates/letter.ts'
import { words } from '#messages/templates/letters.ts'
import { alertItem, changeItem, type FollowUp, messageItem, type NoticeItem } from '#messages/templates/notice/data.ts'
import { textsIn } from '#messages/templates/texts-in.ts'
import { testLog } from '#testing/log.ts'
import { type Content, composeEmail } from '#worker/sending/content.ts'

const siteUrl = 'https://townbell.example.org'
const sender = {
  siteUrl,
  postalAddress: 'Townbell, 1 Town Square, Springfield, IL 62701, USA',
  supportEmail: 'help@example.org',
  mailFrom: 'bell@example.org',
  mailFromSuffix: 'via Townbell',
  linkSecret: 'a link secret of forty characters or so.',
}
const to = 'sam@example.net'
const now = new Date('2026-11-17T14:00:00Z')
const calendar = {
  id: 'c0ffee00-0000-4000-8000-000000000000',
  name: 'Barton Hills Neighborhood',
  identifier: '10482',
  description: null,
  city: 'Austin',
  state: 'Texas',
  time_zone: 'America/Chicago',
  admin_email: 'maria@example.org',
}

type Brief = { title: string; category: EventCategory; day?: number; hour: number } & Partial<DayOfEvent>

let ids = 0
function eventOf({ day = 17, hour, ...given }: Brief): FiledEvent {
  const at = (time: number) => new Date(Date.UTC(2026, 10, day, time))
  return {
    id: `e0000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`,
    uid: `sample-${ids}`,
    sequence: 0,
    description: null,
    location: null,
    location_name: null,
    link_url: null,
    start_time: at(hour),
    end_time: at(hour + 1),
    all_day: false,
    ...given,
  }
}

const sweeping = eventOf({
  title: 'Street sweeping',
  category: 'Notice',
  hour: 14,
  location_name: 'Rabb Road and Melridge Place',
  description: 'Please move parked cars to the odd-numbered side before 8:00.',
})
const story = eventOf({
  title: 'Story time',
  category: 'Event',
  hour: 16,
  location_name: 'Little library',
  location: '2100 Barton Springs Rd, Austin',
  link_url: 'https://library.example.org/story',
  description: 'For ages two to five. Bring a blanket.',
})
const water = eventOf({
  title: 'Boil water notice',
  category: 'Alert',
  hour: 13,
  description:
    'Boil tap water for one minute before drinking or cooking, north of Rabb Road. A main broke overnight. Crews are on site.',
})
const market = eventOf({ title: 'Farmers market hours', category: 'FYI', hour: 18 })
const also = [
  eventOf({ title: 'Book club', category: 'Event', day: 19, hour: 1 }),
  eventOf({ title: 'Garden show', category: 'Event', day: 20, hour: 14, all_day: true }),
  eventOf({ title: 'No water on Elm Street', category: 'Notice', day: 21, hour: 15 }),
]

const asking = { ...story, rsvp: { is_full: false, is_open: true } }

const content: Content = {
  version: '1',
  kind: 'day_of',
  calendar,
  day: '2026-11-17',
  events: [sweeping, story],
  also,
  items: [],
  templateId: null,
  isApproved: true,
}

const lanterns = eventOf({ title: 'Lantern walk', category: 'Event', day: 21, hour: 23 })

const noticed = { ...story, status: 'scheduled' as const }
const changed = (after: object | null): NoticeItem => ({
  eventId: story.id,
  itemIn: (language) => {
    const change = changeOf(noticed, after && { ...noticed, ...after }, calendar.time_zone, language)
    if (!change) throw new Error('nothing changed')
    return changeItem(story.id, change, after !== null)
  },
})

const followUp = (kind: FollowUp['kind']): FollowUp => ({ kind, message: 'The water is fine south of Rabb Road.' })

const mailings: Record<string, Partial<Content>> = {
  'day-of': {},
  'day-of, every category': { events: [water, sweeping, story, market], also: [] },
  'day-of, who comes': { events: [sweeping, asking] },
  'day-of, full': { events: [{ ...asking, rsvp: { is_full: true, is_open: true } }], also: [] },
  agenda: { templateId: 'townbell-agenda' },
  letter: { templateId: 'townbell-letter' },
  evening: { kind: 'evening', day: '2026-11-18' },
  hour: { kind: 'hour' },
  week: { kind: 'weekly', day: '2026-11-17', events: [sweeping, story, ...also], also: [] },
  alert: {
    kind: 'alert',
    also: [],
    items: [{ eventId: water.id, itemIn: (language) => alertItem(water, calendar, language) }],
  },
  'alert, update': {
    kind: 'alert',
    also: [],
    items: [{ eventId: water.id, itemIn: (language) => alertItem(water, calendar, language, followUp('update')) }],
  },
  'alert, all clear': {
    kind: 'alert',
    also: [],
    items: [{ eventId: water.id, itemIn: (language) => alertItem(water, calendar, language, followUp('all_clear')) }],
  },
  cancelled: { kind: 'change', also: [], items: [changed({ status: 'cancelled' })] },
  'still on': {
    kind: 'change',
    also: [],
    items: [
      {
        eventId: story.id,
        itemIn: (language) => {
          const change = changeOf({ ...noticed, confirmed: '' }, noticed, calendar.time_zone, language)
          if (!change) throw new Error('nothing is said')
          return changeItem(story.id, change)
        },
      },
    ],
  },
  changed: {
    kind: 'change',
    also: [],
    items: [changed({ start_time: new Date('2026-11-17T18:00:00Z'), end_time: new Date('2026-11-17T19:00:00Z') })],
  },
  message: {
    kind: 'message',
    also: [],
    items: [
      {
        eventId: story.id,
        itemIn: (language) =>
          messageItem(story, calendar, language, {
            author: 'Maria Lopez',
            message: 'The gate on Barton Springs Road is closed.\n\nPlease come in by the garden.',
          }),
      },
    ],
  },
  test: { kind: 'test' },
}

export type Sample = { name: string; html: string; raw: Buffer }

export async function mailSamples(language: Language): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const [name, more] of Object.entries(mailings)) samples.push(await mailing(name, { ...content, ...more }))
  samples.push(digestSample())
  const url = `${siteUrl}/auth/v1/verify?token=${'t'.repeat(43)}&type=signup&redirect_to=${encodeURIComponent(siteUrl)}`
  const { account, follow, members, polls, rsvps, sending, slots, suggestions } = words[language]
  const about = {
    event: 'Lantern walk',
    when: capitalised(whenWords(lanterns, calendar.time_zone, language)),
    day: dayWords(lanterns, calendar.time_zone, language),
    calendar: calendar.name,
    place: 'Zilker Park, 2100 Barton Springs Rd',
    url,
  }
  const going = { ...about, state: 'going' as const, isConfirmed: true }
  const helping = { ...about, slots: ['Grill 12–2pm', 'Salads (2)'], isConfirmed: true }
  const off = { ...noticed, status: 'cancelled' as const }
  const cancelled = [changeOf(noticed, off, calendar.time_zone, language)].filter((change) => change !== null)
  const subject = changesSubject(cancelled, calendar.name, language)
  const ofCalendar: Record<string, Letter> = {
    'confirm following': follow.confirmation(calendar.name, url, '192.0.2.1'),
    'already following': follow.already(calendar.name, url),
    invitation: members.invitation(calendar.name, 'Maria Lopez', 'admin', url),
    'answer to a poll to confirm': polls.confirm('Potluck', calendar.name, url),
    'answer to confirm': rsvps.confirm({ ...going, isConfirmed: false }),
    'answer confirmed': rsvps.confirmed(going),
    'answer confirmed, maybe': rsvps.confirmed({ ...going, state: 'maybe' }),
    'answer waits': rsvps.waiting({ ...going, state: 'waiting' }),
    'answer moved up': rsvps.promoted(going),
    'answer, reminder': rsvps.reminder(going),
    'answer, event cancelled': rsvps.changed(cancelled, subject, calendar.name, { kind: 'answer', url }),
    'sign-up to confirm': slots.confirm({ ...helping, isConfirmed: false }),
    'sign-up confirmed': slots.confirmed(helping),
    'sign-up, reminder': slots.reminder(helping),
    'suggestion to confirm': suggestions.confirm(calendar.name, url),
    'suggestion accepted': suggestions.accepted(about.event, about.when, about.day, calendar.name, url),
    'suggestion declined': suggestions.declined('Lantern walk', 'Too late', calendar.name, url),
    'suggestions wait': suggestions.waiting(
      calendar.name,
      1,
      [{ title: about.event, when: about.when, day: about.day, name: 'Ana Ortiz' }],
      url,
    ),
  }
  const ofProduct: Record<string, Letter> = {
    'confirm account': account.confirm(url),
    'reset password': account.reset(url),
    'already registered': account.alreadyRegistered(url),
    'sign-in code': account.signInCode(url, sender.supportEmail, '', { code: '402718', hasPassword: true }),
    'code to confirm': account.proofCode(url, sender.supportEmail, '', { code: '402718', hasPassword: false }),
    'two-step sign-in is on, without a password': account.twoStepOnForGood(url, sender.supportEmail),
    'new address': account.emailChange(url),
    'address taken': account.emailTaken(),
    'two-step sign-in is on': account.twoStepOn(url, sender.supportEmail),
    'two-step sign-in is off': account.twoStepOff(url, sender.supportEmail),
    'passkey added': account.passkeyAdded(url, sender.supportEmail),
    'passkey removed': account.passkeyRemoved(url, sender.supportEmail),
    'recovery code used': account.recoveryCodeUsed(url, sender.supportEmail),
    'password changed': account.passwordChanged(url, sender.supportEmail),
    'address change asked': account.emailChangeAsked(url, sender.supportEmail),
    'address changed': account.emailChanged(url, sender.supportEmail),
    'calendar taken': account.calendarTaken(url, sender.supportEmail, calendar.name, {
      code: '',
      hasPassword: true,
    }),
    goodbye: account.goodbye(siteUrl, sender.supportEmail),
    'confirm following several': follow.several([calendar.name, 'Zilker'], 'South Austin', url, '192.0.2.1'),
    'on a town page': follow.collected(calendar.name, 'South Austin', 'Ana Ortiz', `${siteUrl}/town/south-austin`, url),
    'undo unsubscribing': follow.undo(calendar.name, url),
    'stopped before the first mail': follow.stopped(calendar.name, ['ann@example.org', 'bo@example.org'], 2, url),
    'link to unsubscribe': follow.link(url),
    'people wait': members.waiting(calendar.name, 3, url),
    joined: members.joined(calendar.name, 'Ana Ortiz', 'member', url),
    'calendar offered': members.offered(calendar.name, url),
    'owner left': members.ownerLeft(calendar.name, url),
    'webhook off': sending.webhookOff(calendar.name, 'hooks.example.org', 'failing', url),
    'refused alert': sending.alertRefused(calendar.name, 'Boil water', 'Too many alerts in one day.', url),
    'sending paused': sending.paused(calendar.name, 'Too many bounces.', url, sender.supportEmail),
  }
  for (const [name, letter] of Object.entries(ofCalendar)) samples.push(letterSample(name, letter, true))
  for (const [name, letter] of Object.entries(ofProduct)) samples.push(letterSample(name, letter, false))
  return samples

  async function mailing(name: string, one: Content): Promise<Sample> {
    const log = testLog('error', [])
    const templates = createTemplateService({})
    const { mime, slots, rsvpSlots } = await composeEmail(one, sender, { templates, log, now, language })
    const subscription = { ...sender, calendarId: calendar.id, email: to }
    const values = {
      [slots.email]: to,
      [slots.why]: textsIn[language].whyFollow(calendar.name),
      [slots.unsubscribe]: optOutLink(subscription),
      [slots.preferences]: preferencesLink({ ...sender, address: to, now }),
      ...Object.fromEntries([...rsvpSlots].map(([eventId, slot]) => [slot, rsvpUrl(eventId)])),
    }
    return sampleOf(name, mime, values, listHeaders(subscription, 'bounces+1@example.org'))
  }

  function rsvpUrl(eventId: string) {
    return inLanguage(eventRsvpLink({ ...sender, eventId, email: to }), language)
  }

  function digestSample(): Sample {
    const preferencesUrl = preferencesLink({ ...sender, address: to, now })
    const why = textsIn[language].whyDigest('Barton Hills, Zilker')
    const personal = { email: to, why, unsubscribeUrl: preferencesUrl, preferencesUrl, rsvpUrl }
    const parts = [
      { calendar, events: [sweeping, story] },
      { calendar: { ...calendar, name: 'Zilker' }, events: [market] },
    ]
    const data = digestData({ day: content.day, parts, ...sender, personal, language })
    const headers = { ...automaticHeaders(language), ...digestHeaders({ ...sender, address: to, now }) }
    const from = { name: 'Townbell', address: sender.mailFrom }
    const mime = composeMailing({ from, ...compileTemplate(digest(language))(data), date: now, headers }, [])
    return sampleOf('digest', mime, {}, {})
  }

  /** Of a calendar, or of the product itself. */
  function letterSample(name: string, letter: Letter, isOfCalendar: boolean): Sample {
    const from = { name: isOfCalendar ? `${calendar.name} via Townbell` : 'Townbell', address: sender.mailFrom }
    const headers = { ...automaticHeaders(language), ...(isOfCalendar ? replyTo(calendar.admin_email) : {}) }
    const sign = isOfCalendar ? { name: calendar.name, hasReplies: true } : null
    const rendered = renderLetter(letter, { ...sender, calendar: sign }, language)
    const mime = composeMailing({ from, ...rendered, date: now, headers }, [])
    return sampleOf(name, mime, {}, {})
  }

  function sampleOf(name: string, mime: MailingMime, values: Record<string, string>, headers: Record<string, string>) {
    const id = messageId(sender.linkSecret, sender.mailFrom, 'sample', name)
    return { name, html: mime.html(values), raw: mime.message({ to, messageId: id, headers, values }) }
  }
}
