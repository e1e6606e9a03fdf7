import type { CollectionColor } from '#domain/collections.ts'
import { townKeys } from '#web/api/query-keys.ts'
import { dataOf, RequestError } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { townsTexts as texts } from './towns-texts.ts'

// What owners of town pages, and owners of calendars on them, read and write.

export interface OwnTown {
  id: string
  slug: string | null
  name: string
  description: string | null
}

export interface ListedCalendar {
  calendar_id: string
  identifier: number
  /** Null when it is no longer public. */
  name: string | null
  city: string | null
  state: string | null
  color: CollectionColor
  declined_at: string | null
  is_shown: boolean
}

export interface ShowingTown {
  collection_id: string
  slug: string | null
  collection_name: string
  calendar_id: string
  calendar_name: string
  declined_at: string | null
}

export function useMyTowns() {
  return useRead<OwnTown[]>(townKeys.mine, (rest, signal) =>
    rest.from('collections').select('id,slug,name,description').order('created_at').abortSignal(signal),
  )
}

export function useTownList(id: string) {
  return useRead<ListedCalendar[]>(townKeys.list(id), (rest, signal) =>
    rest.rpc('get_collection_list', { p_collection_id: id }).abortSignal(signal),
  )
}

export function useShowingTowns() {
  return useRead<ShowingTown[]>(townKeys.showing, (rest, signal) =>
    rest.rpc('get_showing_collections').abortSignal(signal),
  )
}

export type TownForm = { name: string; slug: string; description: string }

export function useSaveTown(id: string | null, done: () => void) {
  return useWrite({
    write: ({ rest }, { name, slug, description }: TownForm) => {
      const row = { name, slug: slug || null, description: description || null }
      const request = id ? rest.from('collections').update(row).eq('id', id) : rest.from('collections').insert(row)
      return dataOf(request)
    },
    done: () => {
      toast(texts.saved)
      done()
    },
    failed: (error) => ({ ...texts.failed, body: problemOf(error) }),
    refetch: [townKeys.mine],
  })
}

/** A short name that is taken or not valid has no message of its own in the database. */
function problemOf(error: Error): string {
  if (error instanceof RequestError) {
    if (error.code === '23505') return texts.slugTaken
    if (error.code === '23514') return texts.invalid
    if (error.message) return error.message
  }
  return texts.failed.body
}

export function useDeleteTown() {
  return useWrite({
    write: ({ rest }, id: string) => dataOf(rest.from('collections').delete().eq('id', id)),
    done: () => toast(texts.deleted),
    failed: texts.failed,
    refetch: [townKeys.mine],
  })
}

export function useAddCalendar(id: string) {
  return useWrite({
    write: ({ rest }, number: number) =>
      dataOf(rest.rpc('add_collection_calendar', { p_collection_id: id, p_number: number })),
    failed: texts.failed,
    refetch: [townKeys.list(id)],
  })
}

export function useRemoveCalendar(id: string) {
  return useWrite({
    write: ({ rest }, calendarId: string) =>
      dataOf(rest.from('collection_calendars').delete().eq('collection_id', id).eq('calendar_id', calendarId)),
    failed: texts.failed,
    refetch: [townKeys.list(id)],
  })
}

export function useColor(id: string) {
  return useWrite({
    write: ({ rest }, { calendarId, color }: { calendarId: string; color: CollectionColor }) =>
      dataOf(rest.from('collection_calendars').update({ color }).eq('collection_id', id).eq('calendar_id', calendarId)),
    optimistic: {
      queryKey: townKeys.list(id),
      show: (list: ListedCalendar[], { calendarId, color }) =>
        list.map((entry) => (entry.calendar_id === calendarId ? { ...entry, color } : entry)),
    },
    failed: texts.failed,
    refetch: [townKeys.list(id)],
  })
}

export function useOrder(id: string) {
  return useWrite({
    write: ({ rest }, calendars: string[]) =>
      dataOf(rest.rpc('order_collection', { p_collection_id: id, p_calendars: calendars })),
    optimistic: {
      queryKey: townKeys.list(id),
      show: (list: ListedCalendar[], calendars) =>
        list.toSorted((one, other) => calendars.indexOf(one.calendar_id) - calendars.indexOf(other.calendar_id)),
    },
    failed: texts.failed,
    refetch: [townKeys.list(id)],
  })
}

export function useDecline() {
  return useWrite({
    write: ({ rest }, { shown, isDeclined }: { shown: ShowingTown; isDeclined: boolean }) =>
      dataOf(
        rest.rpc('decline_collection', {
          p_collection_id: shown.collection_id,
          p_calendar_id: shown.calendar_id,
          p_declined: isDeclined,
        }),
      ),
    failed: texts.failed,
    refetch: [townKeys.showing],
  })
}
