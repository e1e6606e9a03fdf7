// The content of a mailing, read when it is sent: an event that changed since it was planned appears as it is now; one that was
// deleted, moved to another day, taken out of the mailer or is over does not appear.
import type pg from 'pg'
import { columnList } from '#database/column-list.ts'
import { dayInZone } from '#domain/dates.ts'
import { hours, minutes } from '#domain/durations.ts'
import { mailColumns } from '#domain/event-columns.ts'
import { eventPath } from '#domain/event-path.ts'
import { eventDetails } from '#domain/events.ts'
import type { Language } from '#domain/languages.ts'
import type { MailingKind } from '#domain/mailing-kinds.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { type CalendarPart, calendarPart, type FiledEvent } from '#messages/email/calendar-part.ts'
import { replyTo } from '#messages/email/carrier.ts'
import { composeMailing, type MailingMime, newSlot } from '#messages/email/mailing-mime.ts'
import { inEachLanguage } from '#messages/in-each-language.ts'
import { fromName } from '#messages/plain-name.ts'
import { type DayOfText, dayOfText } from '#messages/sms/day-of-text.ts'
import { noticeText } from '#messages/sms/notice-text.ts'
import { builtInTemplate, DEFAULT_TEMPLATE } from '#messages/template-service/built-in.ts'
import { compileTemplate, type Render, type Rendered } from '#messages/template-service/compile.ts'
import type { TemplateService } from '#messages/template-service/service.ts'
import { type DayOfCalendar, type DayOfEvent, dayOfData, type When } from '#messages/templates/day-of/data.ts'
import { weekData } from '#messages/templates/digest/data.ts'
import { digest } from '#messages/templates/digest/digest.ts'
import { alertItem, type FollowUp, type NoticeItem, noticeData } from '#messages/templates/notice/data.ts'
import { notice } from '#messages/templates/notice/notice.ts'
import { textsIn } from '#messages/templates/texts-in.ts'
import type { Log } from '#runtime/log.ts'
import { readChanges } from './changed-events.ts'
import { readGuestMessage } from './guest-message.ts'

export type Sender = {
  siteUrl: string
  postalAddress: string
  mailFrom: string
  /** Ends the name that mailings come from. */
  mailFromSuffix: string
  linkSecret: string
}

export type Content = {
  /** The calendar's version when this was read; the last step before sending checks that it is still current. */
  version: string
  kind: MailingKind
  calendar: DayOfCalendar
  day: string
  events: DayOfEvent[]
  /** The next events of the calendar, for recipients who want to be notified of everything. */
  also: DayOfEvent[]
  /** What a change notice, an alert or a message to guests shows instead of the day's events. */
  items: NoticeItem[]
  templateId: string | null
  /** Whether an operator knows the owner or this mailing, so that nothing in it is suspicious. */
  isApproved: boolean
}

export type Slots = { email: string; why: string; unsubscribe: string; preferences: string }
export type EmailContent = Content & {
  language: Language
  slots: Slots
  subject: string
  from: { name: string; address: string }
  date: Date
  mime: MailingMime
  calendarParts: CalendarPart[]
  /** Where the recipient's link to answer goes, keyed by event. */
  rsvpSlots: Map<string, string>
  headers: Record<string, string>
}
export type TextContent = Content & { body: string; segments: number }

/** Returns null when nothing is left to send. */
export async function readContent(pool: pg.Pool, mailingId: string, now: Date): Promise<Content | null> {
  // Named, so that PostgreSQL reuses their plans: they run for every batch.
  const { rows } = await pool.query({ name: 'find-mailing', text: findMailing, values: [mailingId] })
  const [found] = rows
  if (!found) return null
  const { kind, day, version, template_id: templateId, calendar, is_approved: isApproved } = found
  const content = { version, kind, day, calendar, events: [], also: [], items: [], templateId, isApproved }
  if (kind === 'change') return withItems(content, await readChanges(pool, mailingId, calendar))
  if (kind === 'message') return withItems(content, await readGuestMessage(pool, mailingId, calendar))
  const { rows: events } = await pool.query<DayOfEvent>({
    name: 'find-events',
    text: findEvents,
    values: [mailingId, now],
  })
  if (kind === 'alert') {
    const { rows: said } = await pool.query<FollowUp>(findFollowUp, [mailingId])
    const items = events.map((event) => ({
      eventId: event.id,
      itemIn: (language: Language) => alertItem(event, calendar, language, said[0]),
    }))
    return withItems({ ...content, events }, items)
  }
  if (kind === 'test' && events.length === 0) return { ...content, events: [sampleEvent(calendar, day)] }
  // A template that is not ours may say "today", which is wrong for other kinds of mailings.
  const isOurs = kind === 'day_of' || kind === 'test' || builtInTemplate(templateId ?? '') !== null
  if (events.length === 0) return null
  const { rows: also } = await pool.query<DayOfEvent>({ name: 'find-next', text: findNext, values: [mailingId] })
  return { ...content, events, also: kind === 'weekly' ? [] : also, templateId: isOurs ? templateId : null }
}

/** Keeps only the events that one recipient is to be notified of; null if none is left. */
export function restrictTo(content: Content, eventIds: string[] | null): Content | null {
  if (eventIds === null || content.kind === 'test') return content
  const events = content.events.filter(({ id }) => eventIds.includes(id))
  const items = content.items.filter(({ eventId }) => eventIds.includes(eventId))
  return events.length + items.length === 0 ? null : { ...content, events, items, also: [] }
}

/** Writes a message once for all recipients with the same events and language, and again when a new version was read. */
export function oncePerAudience<Written>(write: (content: Content, language: Language) => Promise<Written> | Written) {
  let cache = new Map<string, Promise<Written> | Written>()
  let version: string | undefined
  return async (content: Content, { event_ids: eventIds, language }: Reader): Promise<Written | null> => {
    if (content.version !== version) cache = new Map()
    version = content.version
    const part = restrictTo(content, eventIds)
    if (part === null) return null
    const key = `${language} ${eventIds?.join() ?? ''}`
    const cached = cache.get(key)
    if (cached) return cached
    const written = write(part, language)
    cache.set(key, written)
    return written
  }
}

type Reader = { event_ids: string[] | null; language: Language }

/** A calendar's own template is for day-of mails only, so notices use ours. */
function withItems(content: Content, items: NoticeItem[]): Content | null {
  return items.length === 0 ? null : { ...content, items, templateId: null }
}

export async function composeEmail(
  content: Content,
  sender: Sender,
  { templates, log, now, language }: { templates: TemplateService; log: Log; now: Date; language: Language },
): Promise<EmailContent> {
  const texts = textsIn[language]
  const slots = {
    email: newSlot('Email'),
    why: newSlot('Why'),
    unsubscribe: newSlot('Unsubscribe'),
    preferences: newSlot('Preferences'),
  }
  const rsvpSlots = new Map(content.events.filter(({ rsvp }) => rsvp?.is_open).map(({ id }) => [id, newSlot('Rsvp')]))
  const personal = {
    email: slots.email,
    why: slots.why,
    unsubscribeUrl: slots.unsubscribe,
    preferencesUrl: slots.preferences,
    rsvpUrl: (eventId: string) => rsvpSlots.get(eventId) ?? '',
  }
  const when = whenOf(content, now)
  const data = { ...content, ...sender, when, personal, language }
  const { subject: rendered, html, text } = await render()
  const subject = `${content.kind === 'test' ? '[Test] ' : ''}${rendered || texts.todayIn(texts.when[when], content.calendar.name)}`
  const headers = { ...automaticHeaders(language), ...replyTo(content.calendar.admin_email) }
  const from = { name: fromName(content.calendar.name, sender.mailFromSuffix), address: sender.mailFrom }
  const calendarParts = partsOf(content, sender, now)
  const mime = composeMailing({ from, subject, html, text, date: now, headers, calendarParts }, [
    ...Object.values(slots),
    ...rsvpSlots.values(),
  ])
  return { ...content, language, slots, rsvpSlots, subject, from, date: now, mime, headers, calendarParts }

  async function render(): Promise<Rendered> {
    const items = content.items.map(({ itemIn }) => itemIn(language))
    if (items.length > 0) return renderNotice[language](noticeData({ ...data, items }))
    if (content.kind === 'weekly') return renderDigest[language](weekData(data))
    return (await templateOf(content, templates, log, language))(dayOfData(data))
  }
}

/** Mails about one day have each event as a file, of the first few. A sample event has none. */
function partsOf({ kind, calendar, events }: Content, { siteUrl }: Sender, now: Date): CalendarPart[] {
  if (withoutFiles.includes(kind)) return []
  return events
    .filter((event): event is FiledEvent => 'uid' in event)
    .slice(0, FILES_MAX)
    .map((event) =>
      calendarPart(event, { zone: calendar.time_zone, url: siteUrl + eventPath(calendar, event.id), now }),
    )
}

const FILES_MAX = 4

const withoutFiles: readonly MailingKind[] = ['change', 'alert', 'weekly', 'digest', 'message']

/** Returns Today for a mail of the evening before that leaves only on the day itself, and of an hour before that leaves late; Now once everything has begun. */
function whenOf({ day, calendar, kind, events }: Content, now: Date): When {
  const start = events[0]?.start_time.getTime() ?? 0
  if (kind === 'hour' && Math.abs(start - now.getTime() - hours(1)) <= minutes(10)) return 'Soon'
  if (kind !== 'test' && events.length > 0 && events.every((event) => !event.all_day && event.start_time <= now))
    return 'Now'
  return kind === 'evening' && day > dayInZone(now, calendar.time_zone) ? 'Tomorrow' : 'Today'
}

export function composeText(
  content: Content,
  { siteUrl }: Pick<Sender, 'siteUrl'>,
  { now, language }: { now: Date; language: Language },
): TextContent {
  const { calendar, events } = content
  const items = content.items.map(({ itemIn }) => itemIn(language))
  const text: DayOfText = { calendar, events, when: whenOf(content, now), siteUrl, language }
  return { ...content, ...(items.length > 0 ? noticeText({ calendar, items, siteUrl, language }) : dayOfText(text)) }
}

const renderNotice = inEachLanguage((language) => compileTemplate(notice(language)))
const renderDigest = inEachLanguage((language) => compileTemplate(digest(language)))

/** People must be notified whatever happened to the template, so the built-in one is the fallback. */
async function templateOf(
  { templateId, calendar }: Content,
  templates: TemplateService,
  log: Log,
  language: Language,
): Promise<Render> {
  const fallback = builtInTemplate(DEFAULT_TEMPLATE, language) as Render
  if (templateId === null) return fallback
  try {
    const found = await templates.find(templateId, language)
    if (found) return found
    log.warn({ calendar: calendar.id }, 'the template service does not know the template; using the built-in one')
  } catch (error) {
    log.warn({ err: error, calendar: calendar.id }, 'the template cannot be loaded; using the built-in one')
  }
  return fallback
}

function sampleEvent(calendar: DayOfCalendar, day: string): DayOfEvent {
  const details = eventDetails.parse({
    title: 'A sample event',
    category: 'Event',
    description: "This calendar has no upcoming events yet, so here's what one would look like.",
    location_name: `${calendar.city}, ${calendar.state}`,
  })
  const times = { start_time: new Date(`${day}T18:00:00Z`), end_time: new Date(`${day}T19:00:00Z`), all_day: false }
  return { id: '', ...details, ...times }
}

const findMailing = `
  select m.kind, m.day::text, c.version::text, m.kind = 'test' or m.review is not distinct from 'approved' or exists (
      select from private.senders s where s.owner_id = c.owner_id and s.approved_at is not null
    ) as is_approved, c.sendgrid_template_id as template_id,
    json_build_object(
      'id', c.id, 'name', c.name, 'identifier', c.identifier::text,
    'is_listed', c.allow_guest_users and not c.disabled, 'description', c.description, 'city', c.city,
      'state', c.state, 'time_zone', c.time_zone, 'admin_email', c.admin_email
    ) as calendar
  from public.mailings m
  join public.calendars c on c.id = m.calendar_id
  where m.id = $1 and m.state <> 'cancelled'`

const findEvents = `
  select ${columnList(mailColumns, 'e')}, e.uid, e.sequence, (
      select json_build_object('is_full', r.is_full, 'is_open', e.start_time - make_interval(hours => r.closes_hours) > $2)
      from public.event_rsvps r where r.event_id = e.id and r.is_open
    ) as rsvp, (
      select json_agg(json_build_object('title', s.title, 'wanted', s.wanted, 'taken', s.taken) order by s.position, s.id)
      from public.event_slots s where s.event_id = e.id and s.taken < s.wanted
    ) as slots
  from public.mailing_events me
  join public.events e on e.id = me.event_id
  where me.mailing_id = $1 and (
    me.kind in ('test', 'alert', 'update', 'all_clear')
    or e.include_in_mailer and e.status not in ('cancelled', 'postponed') and (me.day is null or e.event_date = me.day)
      and e.end_time > $2
  )
  order by e.start_time, e.title, e.id`

/** What the mailing of a follow-up says; none for the alert itself. */
const findFollowUp = 'select u.kind, u.message from public.alert_updates u where u.mailing_id = $1'

/** A week from the mailing's day on, without what is in the mailing. */
const findNext = `
  select ${columnList(mailColumns, 'e')}
  from public.mailings m
  join public.events e on e.calendar_id = m.calendar_id
  where m.id = $1 and e.event_date > m.day and e.event_date <= m.day + 7
    and e.include_in_mailer and e.mail_tags = '{}' and e.status not in ('cancelled', 'postponed')
    and not exists (select from public.mailing_events me where me.mailing_id = m.id and me.event_id = e.id)
  order by e.start_time, e.title, e.id
  limit 3`
