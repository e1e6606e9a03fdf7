import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { minutes, seconds } from '#domain/durations.ts'
import type { AlertKind } from '#domain/event-changes.ts'
import { type MailingNumbers, mailingProgress } from '#domain/mailing-progress.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { useClients } from '#web/api/clients.ts'
import { invoke } from '#web/api/function-errors.ts'
import { alertKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { readSentPeople } from '#web/api/sent-people.ts'
import { pollEvery } from '#web/api/stream-state.ts'
import { useRead } from '#web/api/use-read.ts'

/** Whom an alert would reach now. */
export interface Audience {
  emails: number
  texts: number
  pushes: number
  people: number
  /** Phones that have not replied YES. */
  unconfirmed: number
  unsubscribed: number
  is_public_body: boolean
}

export function useAudience(calendarId: string) {
  return useRead<Audience>(
    alertKeys.audience(calendarId),
    (rest, signal) => rest.rpc('get_alert_audience', { p_calendar_id: calendarId }).abortSignal(signal).single(),
    { staleTime: 0 },
  )
}

export interface AlertDraft {
  calendar_id: string
  kind: AlertKind
  title: string
  message: string
  location_name: string
  start_time: string
  end_time: string
}

export interface AlertPreview {
  subject: string
  html: string
  text: { body: string; segments: number; isCut: boolean }
  push: { title: string; body: string }
}

/** Delays the request until typing pauses. */
const PAUSE_MS = 300

/** Renders a draft as it will be received; null while there is nothing to show. */
export function usePreview(draft: AlertDraft) {
  const clients = useClients()
  const settled = useSettled(draft)
  return useQuery({
    queryKey: alertKeys.preview(settled),
    queryFn: () => invoke<AlertPreview>(clients, 'preview-alert', { ...settled, language: siteLanguage }),
    enabled: settled.title.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: seconds(60),
    gcTime: 0,
    retry: false,
  })
}

/** Returns the value once it has not changed for a moment. */
function useSettled(draft: AlertDraft): AlertDraft {
  const [settled, setSettled] = useState(draft)
  const written = JSON.stringify(draft)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [written])
  return settled
}

/** An alert that was sent, with what followed it. */
export interface SentAlert {
  id: string
  title: string
  description: string | null
  category: string
  status: string
  start_time: string
  end_time: string
  location_name: string | null
  /** How many people got it: they get the all clear. */
  sent_count: number
  alert_updates: { id: string; kind: 'update' | 'all_clear'; message: string; created_at: string }[]
}

export function useSentAlert(calendarId: string, eventId: string | null) {
  const columns =
    'id, title, description, category, status, start_time, end_time, location_name, sent_count, alert_updates(id, kind, message, created_at)'
  return useRead<SentAlert | null>(
    alertKeys.event(eventId),
    (rest, signal) =>
      rest
        .from('events')
        .select(columns)
        .eq('calendar_id', calendarId)
        .eq('id', eventId)
        .abortSignal(signal)
        .maybeSingle()
        .overrideTypes<SentAlert, { merge: false }>(),
    { enabled: eventId !== null, staleTime: 0 },
  )
}

/** An alert or a follow-up that somebody sent, in its ten seconds or after them. */
export interface HeldAlert {
  id: string
  kind: AlertKind
  /** The alert that was there before; of a new one, once it is sent. */
  event_id: string | null
  headline: string | null
  message: string | null
  place: string | null
  until: string | null
  emergency: boolean
  people: number
  state: 'waiting' | 'sent' | 'withdrawn' | 'refused'
  problem: string | null
  mailing_id: string | null
  milliseconds_left: number
  events: { title: string; description: string | null; sent_count: number } | null
}

/** Follows a held alert: another admin may send it or take it back, and the worker sends it. */
export function useHeldAlert(id: string) {
  const columns =
    'id, kind, event_id, headline, message, place, until, emergency, people, state, problem, mailing_id, milliseconds_left, events(title, description, sent_count)'
  return useRead<HeldAlert | null>(
    alertKeys.held(id),
    (rest, signal) =>
      rest
        .from('held_alerts')
        .select(columns)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .overrideTypes<HeldAlert, { merge: false }>(),
    { staleTime: 0, refetchInterval: ({ state: { data } }) => data?.state === 'waiting' && seconds(1) },
  )
}

export interface AlertMailing extends MailingNumbers {
  id: string
  opted_out: number
  review: 'waiting' | 'approved' | 'refused' | null
}

const WHILE_IT_IS_SENT = seconds(3)

/** Follows a mailing while it goes out. */
export function useAlertMailing(calendarId: string, mailingId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: alertKeys.mailing(mailingId),
    queryFn: async ({ signal }) => {
      const one = { p_calendar_id: calendarId, p_mailing_id: mailingId }
      const [mailings, sent_people] = await Promise.all([
        dataOf<AlertMailing[]>(rest.rpc('calendar_mailings', one).abortSignal(signal)),
        readSentPeople(rest, mailingId, signal),
      ])
      return mailings[0] ? { ...mailings[0], sent_people } : null
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data ? mailingProgress(data).isGoingOut && pollEvery(WHILE_IT_IS_SENT) : false,
  })
}

/** How many texts of a mailing wait for the morning. */
export function useWaitingTexts(mailingId: string, planned: number): number {
  const { rest } = useClients()
  const { data = 0 } = useQuery({
    queryKey: [...alertKeys.mailing(mailingId), 'texts', planned],
    queryFn: async ({ signal }) => {
      const { count } = await rest
        .from('deliveries')
        .select('id', { count: 'exact', head: true })
        .eq('mailing_id', mailingId)
        .eq('channel', 'sms')
        .eq('state', 'planned')
        .gt('next_attempt_at', new Date(Date.now() + minutes(5)).toISOString())
        .abortSignal(signal)
      return count ?? 0
    },
    enabled: planned > 0,
  })
  return planned > 0 ? data : 0
}

export interface Failure {
  id: string
  channel: 'email' | 'sms' | 'push'
  state: 'failed' | 'bounced'
  last_error: string | null
  calendar_contacts: { contact_value: string } | null
}

/** Loads the first of those who did not get it. */
export function useFailures(mailingId: string, count: number) {
  return useRead<Failure[]>(
    [...alertKeys.failures(mailingId), count],
    (rest, signal) =>
      rest
        .from('deliveries')
        .select('id, channel, state, last_error, calendar_contacts(contact_value)')
        .eq('mailing_id', mailingId)
        .in('state', ['failed', 'bounced'])
        .order('id')
        .limit(FAILURES_SHOWN)
        .abortSignal(signal)
        .overrideTypes<Failure[], { merge: false }>(),
    { enabled: count > 0 },
  )
}

export const FAILURES_SHOWN = 20

/** Returns how many of those who did not get it can be sent it once more. */
export function useResendable(mailingId: string, failed: number): number {
  const { data = [] } = useRead<{ resendable: number }[]>(
    [...alertKeys.failures(mailingId), failed, 'resendable'],
    (rest, signal) => rest.rpc('count_deliveries', { p_mailing_id: mailingId }).abortSignal(signal),
    { enabled: failed > 0 },
  )
  return data.reduce((sum, { resendable }) => sum + resendable, 0)
}
