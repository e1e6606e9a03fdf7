import { useQuery } from '@tanstack/react-query'
import type { Day } from '#domain/dates.ts'
import { seconds } from '#domain/durations.ts'
import { useClients } from '#web/api/clients.ts'
import { dataOf } from '#web/api/request-errors.ts'

/** One sending and how far it is: planned are still to go, sent includes delivered. */
export interface Mailing {
  id: string
  day: Day
  kind: 'day_of' | 'test' | 'change' | 'alert' | 'evening' | 'weekly' | 'digest'
  sequence: number
  state: 'waiting' | 'planned' | 'sending' | 'finished' | 'held' | 'cancelled'
  total: number
  planned: number
  sent: number
  delivered: number
  bounced: number
  failed: number
  opted_out: number
  expired: number
  cancelled: number
  uncertain: number
}

export interface Outcome {
  contact_id: string
  state:
    | 'planned'
    | 'claimed'
    | 'committing'
    | 'sent'
    | 'delivered'
    | 'bounced'
    | 'failed'
    | 'opted_out'
    | 'expired'
    | 'cancelled'
    | 'uncertain'
  last_error: string | null
  at: string
}

/** A contact, and what happened last; null when nothing was ever sent. */
export interface Recipient {
  id: string
  contact_value: string
  outcome: Outcome | null
}

export const mailingKeys = {
  of: (calendarId: string) => ['mailings', calendarId],
  list: (calendarId: string) => ['mailings', calendarId, 'list'],
  recipients: (calendarId: string) => ['mailings', calendarId, 'recipients'],
  sending: (calendarId: string) => ['mailings', calendarId, 'sending'],
} as const

const WHILE_IT_RUNS = seconds(2)
/** Slowly otherwise, so that a mailing that begins is seen to begin. */
const WHILE_NOTHING_RUNS = seconds(15)

export function useMailings(calendarId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: mailingKeys.list(calendarId),
    queryFn: ({ signal }) =>
      dataOf<Mailing[]>(rest.rpc('calendar_mailings', { p_calendar_id: calendarId }).abortSignal(signal)),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? WHILE_IT_RUNS : WHILE_NOTHING_RUNS),
  })
}

export function isRunning({ planned, state }: Mailing): boolean {
  return planned > 0 && state !== 'cancelled'
}

export function useRecipients(calendarId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: mailingKeys.recipients(calendarId),
    queryFn: async ({ signal }) => {
      const contacts = rest.from('calendar_contacts').select('id, contact_value').eq('calendar_id', calendarId)
      const [people, outcomes] = await Promise.all([
        dataOf<Omit<Recipient, 'outcome'>[]>(contacts.order('contact_value').abortSignal(signal)),
        dataOf<Outcome[]>(rest.rpc('contact_outcomes', { p_calendar_id: calendarId }).abortSignal(signal)),
      ])
      return withOutcomes(people, outcomes)
    },
    staleTime: 0,
    refetchInterval: WHILE_NOTHING_RUNS,
  })
}

/** Failures come first: they are what people look for. */
function withOutcomes(people: Omit<Recipient, 'outcome'>[], outcomes: Outcome[]): Recipient[] {
  const byContact = new Map(outcomes.map((outcome) => [outcome.contact_id, outcome]))
  const all = people.map((person) => ({ ...person, outcome: byContact.get(person.id) ?? null }))
  return [...all.filter(wentWrong), ...all.filter((recipient) => !wentWrong(recipient))]
}

export function wentWrong({ outcome }: Recipient): boolean {
  return outcome !== null && ['bounced', 'failed', 'uncertain'].includes(outcome.state)
}

export interface Sending {
  sending_paused_at: string | null
  sending_paused_reason: string | null
}

export function useSending(calendarId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: mailingKeys.sending(calendarId),
    queryFn: ({ signal }) =>
      dataOf<Sending>(
        rest
          .from('calendars')
          .select('sending_paused_at, sending_paused_reason')
          .eq('id', calendarId)
          .abortSignal(signal)
          .single(),
      ),
    staleTime: 0,
    refetchInterval: WHILE_NOTHING_RUNS,
  })
}
