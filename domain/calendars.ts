import * as z from 'zod'
import { emailAddress } from './email-address.ts'
import { CALENDAR_DESCRIPTION_MAX, CALENDAR_NAME_MAX, CITY_MAX, STATE_MAX, TEMPLATE_ID_MAX } from './limits.ts'
import { optionalText, requiredText } from './text-rules.ts'
import { calendarTexts } from './texts/calendars.ts'
import { isCalendarZone } from './time-zones.ts'
import { isWebAddress } from './web-address.ts'

export const calendarName = requiredText({
  max: CALENDAR_NAME_MAX,
  label: calendarTexts.labels.name,
  required: calendarTexts.nameRequired,
})

/** Stores a blank text as null. */
export const calendarDescription = optionalText({
  max: CALENDAR_DESCRIPTION_MAX,
  label: calendarTexts.labels.description,
  severalLines: true,
})

// The names are listed in places.ts, a separate file so that only forms that show the list load it.
const state = requiredText({ max: STATE_MAX, label: calendarTexts.labels.state, required: calendarTexts.stateRequired })
const city = requiredText({ max: CITY_MAX, label: calendarTexts.labels.city, required: calendarTexts.cityRequired })

export const externalCalendarUrl = z
  .string()
  .trim()
  .nullish()
  // Calendar apps write webcal:// for addresses that are fetched over https.
  .transform((text) => text?.replace(/^webcals?:/i, 'https:') || null)
  .refine((text) => text === null || isWebAddress(text), calendarTexts.externalUrlInvalid)

/** Connects another calendar by its address. */
export const connectForm = z.object({
  address: externalCalendarUrl.transform((url, context) => {
    if (url !== null) return url
    context.addIssue({ code: 'custom', message: calendarTexts.externalUrlMissing })
    return z.NEVER
  }),
})

/** The id of the calendar's email template at the template service; blank if there is none. */
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
  notify_at: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, calendarTexts.hourInvalid),
})

export type CreateCalendarForm = z.infer<typeof createCalendarForm>
export type CalendarSettingsForm = z.infer<typeof calendarSettingsForm>

export function isTemplateConfigured(calendar: { sendgrid_template_id?: string | null }): boolean {
  return Boolean(calendar.sendgrid_template_id?.trim())
}
