import { NEW_EVENT } from '#web/features/calendars/new-event-form.ts'
import { canAddEvent, canManageRecipients, canOpenSettings, type Membership } from '../../../domain/roles.ts'
import { calendarViews } from '../../../domain/views.ts'
import { keyTexts } from './key-texts.ts'

export interface PaletteCalendar {
  id: string
  membership: Membership
}

/** Returns what the palette offers: of the open calendar only what the person may do there. */
export function paletteActions(calendar: PaletteCalendar | null) {
  const always = [
    { to: '/dashboard', name: keyTexts.myCalendars, note: '' },
    { to: '/account', name: keyTexts.account, note: '' },
  ]
  if (!calendar) return always
  const { membership } = calendar
  const path = `/calendars/${calendar.id}`
  const ofCalendar = [
    canAddEvent(membership) && { to: `${path}?${NEW_EVENT}=1`, name: keyTexts.newEvent, note: 'N' },
    canAddEvent(membership) && { to: `${path}/alert`, name: keyTexts.newAlert, note: '!' },
    ...calendarViews.map((view) => ({
      to: view === 'month' ? path : `${path}?view=${view}`,
      name: keyTexts[view],
      note: view.charAt(0).toUpperCase(),
    })),
    canManageRecipients(membership) && { to: `${path}/people`, name: keyTexts.people, note: '' },
    canManageRecipients(membership) && { to: `${path}/mailings`, name: keyTexts.mailings, note: '' },
    canOpenSettings(membership) && { to: `${path}/setup`, name: keyTexts.settings, note: '' },
  ]
  return [...ofCalendar.filter((action) => action !== false), ...always]
}
