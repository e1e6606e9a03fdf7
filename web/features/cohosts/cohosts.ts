import { calendarKeys, cohostKeys, eventKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { cohostTexts, offerTexts } from './texts.ts'

// What admins read and write of events that calendars host together.

export interface Cohost {
  calendar_id: string
  /** Null: the calendar is hidden from the caller by now. */
  calendar_name: string | null
  /** Its event, once it has accepted. */
  event_id: string | null
  is_home: boolean
  state: 'accepted' | 'offered' | 'declined'
}

interface HostedEvent {
  title: string
  start_time: string
  end_time: string
  all_day: boolean
  series_id: string | null
}

export interface Offer extends Omit<HostedEvent, 'series_id'> {
  event_id: string
  calendar_name: string
  state: 'offered' | 'declined'
  description: string | null
  location: string | null
  location_name: string | null
  link_url: string | null
}

export function useHostedEvent(eventId: string) {
  return useRead<HostedEvent | null>(cohostKeys.event(eventId), (rest, signal) =>
    rest
      .from('events')
      .select('title,start_time,end_time,all_day,series_id')
      .eq('id', eventId)
      .abortSignal(signal)
      .maybeSingle(),
  )
}

export function useCohosts(eventId: string) {
  return useRead<Cohost[]>(cohostKeys.of(eventId), (rest, signal) =>
    rest.rpc('get_cohosts', { p_event_id: eventId }, { get: true }).abortSignal(signal),
  )
}

export function useInvite(eventId: string) {
  return useWrite({
    write: ({ rest }, number: number) =>
      dataOf<string>(rest.rpc('offer_cohost', { p_event_id: eventId, p_number: number })),
    done: (state) => toast(state === 'accepted' ? cohostTexts.accepted : cohostTexts.invited),
    failed: cohostTexts.inviteFailed,
    refetch: [eventKeys.all],
  })
}

interface Ended {
  /** The event where it comes from. */
  homeId: string
  calendarId: string
  name: string
  state: Cohost['state']
}

export function useEnd() {
  return useWrite({
    write: ({ rest }, { homeId, calendarId }: Ended) =>
      dataOf(rest.rpc('end_cohosting', { p_event_id: homeId, p_calendar_id: calendarId })),
    done: (_, { name, state }) => toast(state === 'accepted' ? cohostTexts.ended(name) : cohostTexts.takenBack(name)),
    failed: cohostTexts.endFailed,
    refetch: [eventKeys.all],
  })
}

export function useOffers(calendarId: string) {
  return useRead<Offer[]>(
    cohostKeys.offers(calendarId),
    (rest, signal) => rest.rpc('get_cohost_offers', { p_calendar_id: calendarId }, { get: true }).abortSignal(signal),
    { staleTime: 0 },
  )
}

export function useAnswer(calendarId: string) {
  return useWrite({
    write: ({ rest }, { offer, isAccepted }: { offer: Offer; isAccepted: boolean }) =>
      dataOf(
        rest.rpc('answer_cohost_offer', {
          p_event_id: offer.event_id,
          p_calendar_id: calendarId,
          p_accepted: isAccepted,
        }),
      ),
    done: (_, { offer, isAccepted }) =>
      toast(isAccepted ? offerTexts.acceptedToast(offer.title) : offerTexts.declinedToast(offer.title)),
    failed: offerTexts.failed,
    refetch: [cohostKeys.offers(calendarId), calendarKeys.all, eventKeys.calendar(calendarId)],
  })
}
