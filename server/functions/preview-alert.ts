import * as z from 'zod'
import { runScoped } from '#database/scope.ts'
import { dayInZone } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import { eventDetails, eventRules } from '#domain/events.ts'
import { languages } from '#domain/languages.ts'
import { ALERT_UPDATE_MAX, EVENT_DAY_FIRST, EVENT_DAY_LAST } from '#domain/limits.ts'
import { inEachLanguage } from '#messages/in-each-language.ts'
import { noticePush } from '#messages/push/push-text.ts'
import { noticeText } from '#messages/sms/notice-text.ts'
import { compileTemplate } from '#messages/template-service/compile.ts'
import type { DayOfCalendar } from '#messages/templates/day-of/data.ts'
import { alertItem, type FollowUp, noticeData } from '#messages/templates/notice/data.ts'
import { notice } from '#messages/templates/notice/notice.ts'
import { textsIn } from '#messages/templates/texts-in.ts'
import { createLimits } from '#server/http/limits.ts'
import { endpoint } from './endpoint.ts'
import { harmless } from './preview-email.ts'

const instant = z.iso.datetime({ offset: true, error: 'start_time and end_time must be times with an offset' })
const shape = z.object({
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  kind: z.enum(['alert', 'update', 'all_clear'], 'kind must be alert, update or all_clear').default('alert'),
  language: z.enum(languages, 'language must be en or es').default('en'),
  title: eventRules.title,
  message: eventRules.description,
  location_name: eventRules.location_name,
  start_time: instant,
  end_time: instant,
})

export const previewAlert = endpoint({
  summary: 'An alert as people would get it.',
  who: ['signed in'],
  body: shape,
  answer: z.object({
    subject: z.string(),
    html: z.string(),
    text: z.object({ body: z.string(), segments: z.number().int(), isCut: z.boolean() }),
    push: z.object({ title: z.string(), body: z.string() }),
  }),
  limits: [],
  limitsInside: ['preview-alert'],
  run: ({ pool, linkSecret, siteUrl, postalAddress, clock }) => {
    const limits = createLimits({ pool, secret: linkSecret })

    return async ({ body, identity }) => {
      const { calendar_id: id, kind, language, message, start_time, end_time, ...details } = body
      const [start, end] = [timeOf(start_time), timeOf(end_time)]
      if (kind !== 'alert' && (message ?? '').length > ALERT_UPDATE_MAX)
        throw new AppError('validation_failed', 400, `The message can have at most ${ALERT_UPDATE_MAX} characters`)
      const rows = await runScoped(pool, { ...identity, readOnly: true }, { text: findCalendar, values: [id] })
      const json = rows[0]?.[0]
      if (!json) throw new AppError('calendar_access_denied', 403, "You don't have access to this calendar.")
      await limits.take({ name: 'preview-alert', of: identity.userId })

      const calendar = JSON.parse(json) as DayOfCalendar
      const event = { id: '', ...eventDetails.parse({ ...details, category: 'Alert' }), description: message }
      const times = { start_time: start, end_time: end, all_day: false }
      const followUp: FollowUp | null = kind === 'alert' ? null : { kind, message: message ?? '' }
      const items = [alertItem({ ...event, ...times }, calendar, language, followUp)]
      const personal = {
        email: 'neighbor@example.org',
        why: textsIn[language].whyFollow(calendar.name),
        unsubscribeUrl: `${siteUrl}/opt-out?calendar=${calendar.id}`,
        preferencesUrl: `${siteUrl}/preferences`,
      }
      const day = dayInZone(clock.now(), calendar.time_zone)
      const mail = render[language](noticeData({ calendar, day, items, siteUrl, postalAddress, personal, language }))
      return {
        subject: mail.subject,
        html: harmless(mail.html),
        text: noticeText({ calendar, items, siteUrl, language }),
        push: { title: calendar.name, body: noticePush(items) },
      }
    }
  },
})

function timeOf(value: string): Date {
  const day = value.slice(0, 10)
  // Far beyond, a day has no name.
  if (day < EVENT_DAY_FIRST || day > EVENT_DAY_LAST) throw new AppError('validation_failed', 400, 'Invalid event')
  return new Date(value)
}

const render = inEachLanguage((language) => compileTemplate(notice(language)))

const findCalendar = `
  select json_build_object(
    'id', c.id, 'name', c.name, 'identifier', c.identifier::text,
    'is_listed', c.allow_guest_users and not c.disabled, 'description', c.description, 'city', c.city,
    'state', c.state, 'time_zone', c.time_zone, 'admin_email', c.admin_email
  )::text
  from public.calendars c where c.id = $1`
