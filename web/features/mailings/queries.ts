import { useQuery } from '@tanstack/react-query'
import type { Day } from '#domain/dates.ts'
import { seconds } from '#domain/durations.ts'
import { ANSWER_ROWS_MAX } from '#domain/limits.ts'
import { allRows } from '#web/api/all-rows.ts'
import { useClients } from '#web/api/clients.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'

/** A mailing with its progress: `planned` are still to send, `sent` includes `delivered`. */
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
  /** waiting: an operator looks at it first. Null: it needs no review. */
  review: 'waiting' | 'approved' | 'refused' | null
  review_reason: string | null
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

/** A contact with its last outcome; null when nothing was ever sent. */
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
/** Polls also while nothing runs, to notice a mailing that begins. */
const WHILE_NOTHING_RUNS = seconds(15)

export function useMailings(calendarId: string) {
  return useRead<Mailing[]>(
    mailingKeys.list(calendarId),
    (rest, signal) => rest.rpc('calendar_mailings', { p_calendar_id: calendarId }).abortSignal(signal),
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(isRunning) ? WHILE_IT_RUNS : WHILE_NOTHING_RUNS),
    },
  )
}

export function isRunning({ planned, state }: Mailing): boolean {
  return planned > 0 && state !== 'cancelled'
}

export function useRecipients(calendarId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: mailingKeys.recipients(calendarId),
    queryFn: async ({ signal }) => {
      const contacts = () => rest.from('calendar_contacts').select('id, contact_value').eq('calendar_id', calendarId)
      const outcomesOf = () => rest.rpc('contact_outcomes', { p_calendar_id: calendarId })
      const [people, outcomes] = await Promise.all([
        dataOf<Omit<Recipient, 'outcome'>[]>(
          allRows(() => contacts().order('contact_value').order('id').abortSignal(signal)),
        ),
        dataOf<Outcome[]>(allRows(() => outcomesOf().order('contact_id').abortSignal(signal))),
      ])
      return withOutcomes(people, outcomes)
    },
    staleTime: 0,
    // A long list takes many requests; it is loaded again when it is opened.
    refetchInterval: ({ state }) => (state.data && state.data.length > ANSWER_ROWS_MAX ? false : WHILE_NOTHING_RUNS),
  })
}

/** Joins contacts and outcomes, failures first, because they are what an admin looks for. */
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
  sending_paused_by: 'admin' | 'review' | 'operator' | 'suspension' | null
  can_resume: boolean
}

export function useSending(calendarId: string) {
  const columns = 'sending_paused_at, sending_paused_reason, sending_paused_by, can_resume'
  return useRead<Sending>(
    mailingKeys.sending(calendarId),
    (rest, signal) => rest.from('calendars').select(columns).eq('id', calendarId).abortSignal(signal).single(),
    { staleTime: 0, refetchInterval: WHILE_NOTHING_RUNS },
  )
}
