import * as z from 'zod'
import { optionalText, requiredText } from './characters.ts'
import { emailAddress } from './email-address.ts'
import { CALENDAR_DESCRIPTION_MAX, CALENDAR_NAME_MAX, CITY_MAX, STATE_MAX, TEMPLATE_ID_MAX } from './limits.ts'
import { calendarTexts } from './texts/calendars.ts'
import { isCalendarZone } from './time-zones.ts'
import { isWebAddress } from './web-address.ts'

export const calendarName = requiredText({
  max: CALENDAR_NAME_MAX,
  label: 'Calendar name',
  required: calendarTexts.nameRequired,
})

/** Blank is stored as null. */
export const calendarDescription = optionalText({
  max: CALENDAR_DESCRIPTION_MAX,
  label: 'Description',
  severalLines: true,
})

// Which names these may be is the list in places.ts, kept apart so that only forms with the list load it.
const state = requiredText({ max: STATE_MAX, label: 'State', required: calendarTexts.stateRequired })
const city = requiredText({ max: CITY_MAX, label: 'City', required: calendarTexts.cityRequired })

export const externalCalendarUrl = z
  .string()
  .trim()
  .nullish()
  // Calendar programs write it so; browsers and we ask by https.
  .transform((text) => text?.replace(/^webcals?:/i, 'https:') || null)
  .refine((text) => text === null || isWebAddress(text), calendarTexts.externalUrlInvalid)

/** The template service's name for the calendar's email template; blank means none is configured. */
export const templateId = z
  .string()
  .trim()
  .max(TEMPLATE_ID_MAX, calendarTexts.templateIdInvalid)
  .regex(/^[\w.-]*$/, calendarTexts.templateIdInvalid)
  .nullish()
  .transform((text) => text || null)

export const createCalendarForm = z.object({
  name: calendarName,
  description: calendarDescription,
  state,
  city,
  allow_guest_users: z.boolean().default(true),
})

export const calendarSettingsForm = z.object({
  name: calendarName,
  description: calendarDescription,
  external_calendar_url: externalCalendarUrl,
  admin_email: emailAddress,
  state,
  city,
  allow_guest_users: z.boolean(),
  sendgrid_template_id: templateId,
  time_zone: z.string().refine(isCalendarZone, calendarTexts.timeZoneInvalid),
})

export type CreateCalendarForm = z.infer<typeof createCalendarForm>
export type CalendarSettingsForm = z.infer<typeof calendarSettingsForm>

export function isTemplateConfigured(calendar: { sendgrid_template_id?: string | null }): boolean {
  return Boolean(calendar.sendgrid_template_id?.trim())
}
