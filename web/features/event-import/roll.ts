import { useQuery } from '@tanstack/react-query'
import { useClients } from '#web/api/clients.ts'
import { eventKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import type { EventCalendar } from '#web/features/events/event.ts'
import { type Day, type Days, dayInZone } from '../../../domain/dates.ts'
import { importedColumns } from '../../../domain/event-columns.ts'
import { BULK_EVENTS_MAX, CALENDAR_SERIES_MAX } from '../../../domain/limits.ts'
import { ROWS_MAX, recurrenceOf } from '../../../domain/recurrence/edit.ts'
import { ruleDays } from '../../../domain/recurrence/expand.ts'
import {
  type Copy,
  copyOfEvent,
  copyOfSeries,
  findAlready,
  type PastEvent,
  type PastSeries,
} from '../../../domain/roll-forward.ts'

/** Something on the calendar that is not over. */
interface Known {
  id: string
  title: string
  first: Day
  last: Day
}

export interface Proposal extends Copy {
  already: Known | null
}

export interface Proposals {
  proposals: Proposal[]
  /** How many series of the range never end. */
  endless: number
  hasMore: boolean
}

const words = importedColumns.join()
const LAST = '9999-12-31'

/** Loads what can be rolled forward, the earliest copy first, and what is on the calendar already. */
export function useProposals(calendar: EventCalendar, days: Days) {
  const { rest } = useClients()
  const { id, time_zone: zone } = calendar
  return useQuery({
    queryKey: eventKeys.shown(id, 'past', days.first, days.last),
    queryFn: async ({ signal }): Promise<Proposals> => {
      const today = dayInZone(Date.now(), zone)
      const once = () => rest.from('events').select(`id,all_day,start_time,end_time,event_date,end_date,${words}`)
      const past = once().eq('calendar_id', id).is('series_id', null).order('start_time').order('id')
      const coming = once().eq('calendar_id', id).is('series_id', null).order('start_time').order('id')
      const repeated = rest
        .from('event_series')
        .select(`id,all_day,starts_on,starts_at,ends_at,end_days,time_zone,rrule,rdates,exdates,${words}`)
        .eq('calendar_id', id)
        .limit(CALENDAR_SERIES_MAX)
        .abortSignal(signal)
      const [events, series, known] = await Promise.all([
        dataOf(
          past
            .gte('event_date', days.first)
            .lte('event_date', days.last)
            .limit(BULK_EVENTS_MAX + 1)
            .abortSignal(signal)
            .overrideTypes<PastEvent[], { merge: false }>(),
        ),
        dataOf(repeated.overrideTypes<PastSeries[], { merge: false }>()),
        dataOf(
          coming
            .gt('event_date', today)
            .abortSignal(signal)
            .overrideTypes<(PastEvent & { end_date: Day })[], { merge: false }>(),
        ),
      ])
      const copies = [
        ...events.slice(0, BULK_EVENTS_MAX).map((event) => copyOfEvent(event, zone, today)),
        ...series.flatMap((one) => copyOfSeries(one, days, today) ?? []),
      ]
      const all = [
        ...known.map((event) => ({ id: event.id, title: event.title, first: event.event_date, last: event.end_date })),
        ...series.map(knownSeries).filter(({ last }) => last > today),
      ]
      return {
        proposals: copies.map((copy) => proposalOf(copy, all)).sort((one, other) => (one.day < other.day ? -1 : 1)),
        endless: series.filter((one) => isEndless(one) && one.starts_on <= days.last).length,
        hasMore: events.length > BULK_EVENTS_MAX,
      }
    },
    // What is ticked and corrected must not change under the reader.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

function proposalOf(copy: Copy, known: Known[]): Proposal {
  const others = known.filter(({ id }) => id !== copy.details.id)
  return { ...copy, already: findAlready(copy, others) ?? null }
}

function isEndless(series: PastSeries): boolean {
  const { rule } = recurrenceOf(series)
  return rule.count === null && rule.until === null
}

function knownSeries(series: PastSeries): Known {
  const { rule, startsOn } = recurrenceOf(series)
  const counted = () => [...ruleDays(rule, startsOn).take(ROWS_MAX)].at(-1) ?? startsOn
  const end = isEndless(series) ? LAST : (rule.until ?? counted())
  return { id: series.id, title: series.title, first: startsOn, last: [end, ...series.rdates].sort().at(-1) ?? end }
}
