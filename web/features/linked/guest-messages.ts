import { useState } from 'react'
import { seconds } from '#domain/durations.ts'
import type { GuestAudience } from '#domain/guest-audiences.ts'
import { newKey } from '#web/api/new-key.ts'
import { guestKeys, mailingKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { pollEvery } from '#web/api/stream-state.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { guestTexts } from './guest-texts.ts'

// What organizers write to those who answered or signed up for an event.

/** How many people a message would reach, and how many of those who answered so it would not. */
export interface GuestCount {
  people: number
  unsubscribed: number
  without_address: number
}

export function useGuestCount(eventId: string, audience: readonly GuestAudience[], isOpen: boolean) {
  return useRead<GuestCount>(
    guestKeys.count(eventId, audience),
    (rest, signal) =>
      rest.rpc('count_event_guests', { p_event_id: eventId, p_audience: audience }).abortSignal(signal).single(),
    { enabled: isOpen, staleTime: 0 },
  )
}

export interface WaitingMessage {
  mailing_id: string
  message: string
  events: { title: string } | null
  mailings: { due_at: string; waiting_people: number }
}

/** Loads messages to guests that can still be taken back. */
export function useWaitingMessages(calendarId: string): WaitingMessage[] {
  const { data = [] } = useRead<WaitingMessage[]>(
    guestKeys.waiting(calendarId),
    (rest, signal) =>
      rest
        .from('event_messages')
        .select('mailing_id, message, events(title), mailings!inner(due_at, waiting_people)')
        .eq('calendar_id', calendarId)
        .eq('mailings.state', 'waiting')
        .abortSignal(signal)
        .overrideTypes<WaitingMessage[], { merge: false }>(),
    { refetchInterval: ({ state }) => (state.data?.length ? pollEvery(seconds(5)) : false) },
  )
  return data
}

export interface GuestMessage {
  audience: readonly GuestAudience[]
  message: string
  isNow: boolean
  /** How many it goes to, as the button says. */
  people: number
}

/** A press that is repeated after a lost answer sends nothing twice. */
export function useMessageGuests(calendarId: string, eventId: string, onSent: () => void) {
  const [key, setKey] = useState(newKey)
  return useWrite({
    write: ({ rest }, { audience, message, isNow }: GuestMessage) =>
      dataOf(
        rest.rpc('message_guests', {
          p_key: key,
          p_event_id: eventId,
          p_audience: audience,
          p_message: message,
          p_now: isNow,
        }),
      ),
    done: (_, { isNow, people }) => {
      setKey(newKey())
      toast(isNow ? guestTexts.leaving(people) : guestTexts.waits(people))
      onSent()
    },
    failed: guestTexts.failed,
    refetch: [mailingKeys.of(calendarId)],
  })
}

export function useWithdrawMessage(calendarId: string) {
  return useWrite({
    write: ({ rest }, mailingId: string) => dataOf(rest.rpc('withdraw_message', { p_mailing_id: mailingId })),
    done: () => toast(guestTexts.withdrawn),
    failed: guestTexts.undoFailed,
    refetch: [mailingKeys.of(calendarId)],
  })
}

export function useSendMessage(calendarId: string) {
  return useWrite({
    write: ({ rest }, mailingId: string) => dataOf(rest.rpc('send_notice_now', { p_mailing_id: mailingId })),
    failed: guestTexts.sendFailed,
    refetch: [mailingKeys.of(calendarId)],
  })
}
