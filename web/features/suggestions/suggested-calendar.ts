import type { PostgrestClient } from '@supabase/postgrest-js'
import { type Day, dayInZone } from '#domain/dates.ts'
import { isUuid } from '#domain/uuid.ts'

export interface SuggestedCalendar {
  id: string
  name: string
  time_zone: string
}

export type SuggestPage =
  | { status: 'suggest'; calendar: SuggestedCalendar; isOpen: boolean; today: Day }
  | { status: 'not-found' }
  | { status: 'failed' }

/** Reads what the form needs, as a guest. */
export async function readSuggestPage(rest: PostgrestClient, id: string, now: Date): Promise<SuggestPage> {
  if (!isUuid(id)) return { status: 'not-found' }
  const found = await rest
    .from('calendars')
    .select('id,name,time_zone,takes_suggestions')
    .eq('id', id)
    .eq('disabled', false)
    .maybeSingle()
  if (found.error) return { status: 'failed' }
  if (!found.data) return { status: 'not-found' }
  const { takes_suggestions: isOpen, ...calendar } = found.data
  return { status: 'suggest', calendar, isOpen, today: dayInZone(now, calendar.time_zone) }
}
