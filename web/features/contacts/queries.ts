import { keepPreviousData } from '@tanstack/react-query'
import type { ContactSort, ContactState } from '#domain/contact-choices.ts'
import { ANSWER_ROWS_MAX } from '#domain/limits.ts'
import type { Clients } from '#web/api/clients.ts'
import { contactKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'

export interface Contact {
  id: string
  contact_type: 'email' | 'phone'
  contact_value: string
  name: string | null
  tags: string[]
  /** Where it comes from: an admin, the person, or an import. */
  source: 'manager' | 'follow' | 'import'
  created_at: string
  state: ContactState
  /** Bounced: what the carrier said. Waiting: not_asked, asked or expired. Unsubscribed: left. Suppressed: stop. */
  reason: string | null
  since: string
  last_sent_at: string | null
  /** How many match the query, on all pages. */
  found: number
}

export interface ContactQuery {
  search: string
  /** Null: all. */
  state: ContactState | null
  /** Null: any. Empty: none. */
  tag: string | null
  sort: ContactSort
  /** Counted from 0. */
  page: number
}

export interface ContactCount {
  state: ContactState
  contact_type: Contact['contact_type']
  contacts: number
}

export interface TagCount {
  tag: string
  contacts: number
}

/** Loads a page of contacts, again each time the list opens. The page before stays until the next is there. */
export function useContactPage(calendarId: string, query: ContactQuery, size: number) {
  return useRead<Contact[]>(
    contactKeys.page(calendarId, query, size),
    (rest, signal) =>
      rest
        .rpc('find_contacts', {
          ...filterOf(calendarId, query),
          p_sort: query.sort,
          p_limit: size,
          p_offset: query.page * size,
        })
        .abortSignal(signal),
    { staleTime: 0, placeholderData: keepPreviousData },
  )
}

export function useContactCounts(calendarId: string) {
  return useRead<ContactCount[]>(
    contactKeys.counts(calendarId),
    (rest, signal) => rest.rpc('count_contacts', { p_calendar_id: calendarId }).abortSignal(signal),
    { staleTime: 0 },
  )
}

export function useTags(calendarId: string) {
  return useRead<TagCount[]>(
    contactKeys.tags(calendarId),
    (rest, signal) => rest.rpc('count_tags', { p_calendar_id: calendarId }).abortSignal(signal),
    { staleTime: 0 },
  )
}

type Filter = Pick<ContactQuery, 'search' | 'state' | 'tag'>

const filterOf = (calendarId: string, { search, state, tag }: Filter) => ({
  p_calendar_id: calendarId,
  p_search: search,
  p_state: state,
  p_tag: tag,
})

/** Reads all contacts that match, in the order they were added. By id, so that none is missed when others are removed meanwhile. */
export async function allContacts(rest: Clients['rest'], calendarId: string, filter = anybody): Promise<Contact[]> {
  const contacts: Contact[] = []
  for (;;) {
    const page = await dataOf<Contact[]>(
      rest.rpc('find_contacts', {
        ...filterOf(calendarId, filter),
        p_sort: 'id',
        p_after: contacts.at(-1)?.id ?? null,
        p_limit: ANSWER_ROWS_MAX,
      }),
    )
    contacts.push(...page)
    if (page.length < ANSWER_ROWS_MAX) return contacts.sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
  }
}

const anybody: Filter = { search: '', state: null, tag: null }

/** Returns whether the calendar's owner is on trial; false while unknown, because the database enforces the limit anyway. */
export function useCalendarTrial(calendarId: string): boolean {
  const { data } = useRead<boolean | null>(
    contactKeys.trial(calendarId),
    (rest, signal) => rest.rpc('is_calendar_on_trial', { p_calendar_id: calendarId }).abortSignal(signal),
    { staleTime: 0 },
  )
  return data ?? false
}

/** Loads how many people wait for a place on a full calendar. */
export function useWaitingCount(calendarId: string): number {
  const { data } = useRead<number | null>(
    contactKeys.waiting(calendarId),
    (rest, signal) => rest.rpc('get_waiting_count', { p_calendar_id: calendarId }).abortSignal(signal),
    { staleTime: 0 },
  )
  return data ?? 0
}
