import { accountKeys } from '#web/api/query-keys.ts'
import { useRead } from '#web/api/use-read.ts'

export interface OwnedCalendar {
  id: string
  name: string
  calendar_members: { user_id: string; display_name: string }[]
}

/** Loads the owned calendars when a dialog opens, because their members may change until then. */
export function useOwnedCalendars(userId: string, enabled: boolean) {
  const columns = 'id, name, calendar_members(user_id, display_name)'
  return useRead<OwnedCalendar[]>(
    accountKeys.owned,
    (rest, signal) => rest.from('calendars').select(columns).eq('owner_id', userId).order('name').abortSignal(signal),
    { enabled },
  )
}
