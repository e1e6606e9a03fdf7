import { useQuery } from '@tanstack/react-query'
import { type Rsvp, type RsvpAnswer, type RsvpState, rsvpColumns } from '#domain/rsvp-answers.ts'
import type { RsvpSettings } from '#domain/rsvps.ts'
import { allRows } from '#web/api/all-rows.ts'
import { useClients } from '#web/api/clients.ts'
import { eventKeys, rsvpKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { memberRsvpTexts, rosterTexts, rsvpSettingsTexts } from './roster-texts.ts'

// What signed-in people read and write: their own answer, and for admins everybody's.

export interface RosterEntry {
  id: string
  name: string
  email: string | null
  answer: RsvpAnswer
  party: number
  reply: string | null
  waiting_since: string | null
  checked_in_at: string | null
}

export interface AskedEvent {
  id: string
  title: string
  start_time: string
  end_time: string
  all_day: boolean
  series_id: string | null
  /** What it asks; null: nothing yet. */
  rsvp: Rsvp | null
}

export const stateOf = ({ answer, waiting_since }: Pick<RosterEntry, 'answer' | 'waiting_since'>): RsvpState =>
  waiting_since ? 'waiting' : answer

export function useAskedEvent(eventId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: rsvpKeys.event(eventId),
    queryFn: async ({ signal }): Promise<AskedEvent | null> => {
      const columns = 'id,title,start_time,end_time,all_day,series_id'
      const event = rest.from('events').select(columns).eq('id', eventId).abortSignal(signal).maybeSingle()
      const rsvp = rest
        .from('event_rsvps')
        .select(rsvpColumns)
        .eq('event_id', eventId)
        .abortSignal(signal)
        .maybeSingle()
      const [found, asked] = await Promise.all([
        dataOf<Omit<AskedEvent, 'rsvp'> | null>(event),
        dataOf<Rsvp | null>(rsvp),
      ])
      return found && { ...found, rsvp: asked }
    },
  })
}

export function useRoster(eventId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: rsvpKeys.roster(eventId),
    queryFn: async (): Promise<RosterEntry[]> =>
      dataOf(
        allRows<RosterEntry>(() =>
          rest.from('rsvp_answers').select(columns).eq('event_id', eventId).order('name').order('id'),
        ),
      ),
  })
}

const columns = 'id,name,email,answer,party,reply,waiting_since,checked_in_at'

export function useMyAnswer(eventId: string, userId: string) {
  return useRead<RosterEntry | null>(rsvpKeys.mine(eventId), (rest, signal) =>
    rest
      .from('rsvp_answers')
      .select(columns)
      .eq('event_id', eventId)
      .eq('user_id', userId)
      .abortSignal(signal)
      .maybeSingle(),
  )
}

export interface MyAnswer {
  answer: RsvpAnswer
  party: number
  reply: string | null
}

export function useAnswer(eventId: string, calendarId: string) {
  return useWrite({
    write: ({ rest }, { answer, party, reply }: MyAnswer) =>
      dataOf(rest.rpc('answer_rsvp', { p_event_id: eventId, p_answer: answer, p_party: party, p_reply: reply })),
    failed: memberRsvpTexts.failed,
    refetch: [rsvpKeys.event(eventId), eventKeys.page(calendarId, eventId)],
  })
}

export interface RecordedAnswer extends MyAnswer {
  id: string | null
  name: string
}

export function useRecord(eventId: string) {
  return useWrite({
    write: ({ rest }, { id, name, answer, party, reply }: RecordedAnswer) =>
      dataOf(
        rest.rpc('record_rsvp', {
          p_event_id: eventId,
          p_name: name,
          p_answer: answer,
          p_party: party,
          p_reply: reply,
          p_answer_id: id,
        }),
      ),
    failed: rosterTexts.saveFailed,
    refetch: [rsvpKeys.event(eventId)],
  })
}

export function useCheckIn(eventId: string) {
  return useWrite<{ id: string; isHere: boolean }, unknown, RosterEntry[]>({
    write: ({ rest }, { id, isHere }) => dataOf(rest.rpc('check_in_rsvp', { p_answer_id: id, p_is_here: isHere })),
    optimistic: {
      queryKey: rsvpKeys.roster(eventId),
      show: (shown, { id, isHere }) =>
        shown.map((entry) =>
          entry.id === id ? { ...entry, checked_in_at: isHere ? new Date().toISOString() : null } : entry,
        ),
    },
    failed: rosterTexts.saveFailed,
    refetch: [rsvpKeys.roster(eventId)],
  })
}

export function useMoveUp(eventId: string) {
  return useWrite({
    write: ({ rest }, { id }: Pick<RosterEntry, 'id' | 'name'>) =>
      dataOf(rest.rpc('move_up_rsvp', { p_answer_id: id })),
    done: (_, { name }) => toast(rosterTexts.movedUp(name)),
    failed: rosterTexts.saveFailed,
    refetch: [rsvpKeys.event(eventId)],
  })
}

export function useRemoveAnswer(eventId: string) {
  return useWrite({
    write: ({ rest }, { id }: RosterEntry) => dataOf(rest.rpc('remove_rsvp', { p_answer_id: id })),
    done: (_, { name }) => toast(rosterTexts.removed(name)),
    failed: rosterTexts.saveFailed,
    refetch: [rsvpKeys.event(eventId)],
  })
}

export function useSaveSettings(eventId: string, calendarId: string) {
  return useWrite({
    write: ({ rest }, settings: RsvpSettings) =>
      dataOf(
        rest.rpc('set_rsvp', {
          p_event_id: eventId,
          ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`p_${name}`, value])),
        }),
      ),
    done: () => toast(rsvpSettingsTexts.saved),
    failed: rsvpSettingsTexts.failed,
    refetch: [rsvpKeys.event(eventId), eventKeys.page(calendarId, eventId)],
  })
}
