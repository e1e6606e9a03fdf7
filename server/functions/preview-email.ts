// The mail and the text message an event would become, before it exists. For members of the calendar; the answer is shown in a frame that can run
// nothing, and carries its own policy that lets it load nothing.

import type pg from 'pg'
import * as z from 'zod'
import { runScoped } from '#database/scope.ts'
import { isBlank } from '#domain/characters.ts'
import { dayInZone, instantAt, isTime } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import { eventDetails, eventRules } from '#domain/events.ts'
import { type Language, languages } from '#domain/languages.ts'
import { EVENT_DAY_FIRST, EVENT_DAY_LAST } from '#domain/limits.ts'
import { mailDesigns } from '#domain/mail-designs.ts'
import { type PreviewProblem, previewProblemTexts, previewTexts } from '#domain/texts/events.ts'
import { notSentDetails } from '#messages/outcome.ts'
import { dayOfText } from '#messages/sms/day-of-text.ts'
import type { Render } from '#messages/template-service/compile.ts'
import type { TemplateService } from '#messages/template-service/service.ts'
import { type DayOfCalendar, dayOfData } from '#messages/templates/day-of/data.ts'
import { textsIn } from '#messages/templates/texts-in.ts'
import type { Identity } from '#server/http/identity.ts'
import { createLimits } from '#server/http/limits.ts'
import { endpoint } from './endpoint.ts'

/** Loose: what is missing gets its own sentence below, in the order of the form. */
const shape = z.object({
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  event_data: z.object({}, 'event_data must be an object').loose(),
  /** Another of our designs than the calendar's own. */
  template_id: z.enum(mailDesigns, `template_id must be one of ${mailDesigns.join(', ')}`).optional(),
  language: z.enum(languages, `language must be one of ${languages.join(', ')}`).optional(),
})

export const previewEmail = endpoint({
  summary: 'The mail as people would get it.',
  who: ['signed in'],
  body: shape,
  answer: z.object({ html: z.string(), text_message: z.string(), segments: z.number().int() }),
  limits: [],
  limitsInside: ['preview'],
  run: ({ pool, linkSecret, siteUrl, postalAddress, clock, templates }) => {
    const limits = createLimits({ pool, secret: linkSecret })

    return async ({ body, identity }) => {
      const { calendar_id: calendarId, event_data: given, template_id: design, language = 'en' } = body
      const { template_id: own, ...calendar } = await calendarOf(pool, identity, calendarId)
      const templateId = design ?? own
      if (isBlank(templateId ?? '')) throw problem('templateNotConfigured', 'template_not_configured')
      const event = eventOf(given, calendar.time_zone, clock.now())
      await limits.take({ name: 'preview', of: identity.userId })
      const render = await find(templates, templateId ?? '', language)
      const data = dayOfData({
        calendar,
        day: dayInZone(event.start_time, calendar.time_zone),
        events: [event],
        siteUrl,
        postalAddress,
        personal: {
          email: 'neighbor@example.org',
          why: textsIn[language].whyFollow(calendar.name),
          unsubscribeUrl: `${siteUrl}/opt-out?calendar=${calendar.id}`,
          preferencesUrl: `${siteUrl}/preferences`,
        },
        language,
      })
      const text = dayOfText({ calendar, events: [event], when: 'Today', siteUrl, language })
      return { html: harmless(rendered(render, data)), text_message: text.body, segments: text.segments }
    }
  },
})

/** As the caller: people who are not members find no row. */
async function calendarOf(pool: pg.Pool, identity: Identity, id: string) {
  const rows = await runScoped(pool, { ...identity, readOnly: true }, { text: findCalendar, values: [id] })
  const json = rows[0]?.[0]
  if (!json) throw new AppError('calendar_access_denied', 403, "You don't have access to this calendar.")
  return JSON.parse(json) as DayOfCalendar & { template_id: string | null }
}

async function find(templates: TemplateService, id: string, language: Language): Promise<Render> {
  let render: Render | null
  try {
    render = await templates.find(id, language)
  } catch (cause) {
    // The service is away, or the template itself is broken.
    throw new AppError('template_failed', notSentDetails(cause) ? 502 : 422, previewTexts.failed.body, { cause })
  }
  if (!render) throw new AppError('template_not_found', 404, "This calendar's email template was not found.")
  return render
}

function rendered(render: Render, data: object): string {
  try {
    return render(data).html
  } catch (cause) {
    throw new AppError('template_failed', 422, previewTexts.failed.body, { cause })
  }
}

function eventOf(given: Record<string, unknown>, zone: string, now: Date) {
  const start = instantOf(given.start_time, zone, now)
  const end = instantOf(given.end_time, zone, now)
  if (typeof given.title !== 'string' || isBlank(given.title)) throw problem('missingTitle')
  if (!start) throw problem('missingStartTime')
  if (!end) throw problem('missingEndTime')
  if (!eventRules.category.safeParse(given.category).success) throw problem('missingCategory')
  const parsed = eventDetails.safeParse(given)
  if (!parsed.success) throw new AppError('validation_failed', 400, parsed.error.issues[0]?.message ?? 'Invalid event')
  return { id: '', ...parsed.data, start_time: start, end_time: end, all_day: given.all_day === true }
}

/** An instant with its offset; or, as a form has them, a day and time or a time alone, on the calendar's clock. */
function instantOf(value: unknown, zone: string, now: Date): Date | null {
  if (typeof value !== 'string' || value.length > 40) return null
  if (isTime(value)) return instantAt(dayInZone(now, zone), value, zone)
  if (z.iso.datetime({ local: true }).safeParse(value).success && !/Z$/.test(value)) {
    const [day = '', time = ''] = value.split('T')
    return isInReach(day) ? instantAt(day, time.slice(0, 5), zone) : null
  }
  const isInstant = z.iso.datetime({ offset: true }).safeParse(value).success
  return isInstant && isInReach(value.slice(0, 10)) ? new Date(value) : null
}

/** As the column of events has it; far beyond, a day has no name. */
function isInReach(day: string): boolean {
  return day >= EVENT_DAY_FIRST && day <= EVENT_DAY_LAST
}

function problem(
  key: PreviewProblem,
  code: 'validation_failed' | 'template_not_configured' = 'validation_failed',
): AppError {
  const { title, body } = previewProblemTexts[key]
  return new AppError(code, 400, body, { details: title })
}

/** Before anything else in the document, so that it governs all of it. */
export function harmless(html: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: cid:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`
  return /<head\b[^<>]*>/i.test(html) ? html.replace(/<head\b[^<>]*>/i, `$&${policy}`) : `${policy}${html}`
}

const findCalendar = `
  select json_build_object(
    'id', c.id, 'name', c.name, 'identifier', c.identifier::text,
    'is_listed', c.allow_guest_users and not c.disabled, 'description', c.description, 'city', c.city,
    'state', c.state, 'time_zone', c.time_zone, 'admin_email', c.admin_email, 'template_id', c.sendgrid_template_id
  )::text
  from public.calendars c where c.id = $1`
