import type { Reason } from '#web/ui/main-button.tsx'
import { isBlank } from '../../../domain/characters.ts'
import { calendarTexts } from '../../../domain/texts/calendars.ts'
import { formTexts } from './texts.ts'

const says = {
  name: calendarTexts.nameRequired,
  admin_email: formTexts.adminEmailMissing,
  state: calendarTexts.stateRequired,
  city: calendarTexts.cityRequired,
} as const

/** Returns the first required field that is empty, of those that the form has. */
export function missingOf(form: Partial<Record<keyof typeof says, string>>): Reason | null {
  for (const field of ['name', 'admin_email', 'state', 'city'] as const) {
    const value = form[field]
    if (value !== undefined && isBlank(value)) return { says: says[field], field }
  }
  return null
}
