import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { plainDay } from '#domain/date-words.ts'
import { columnsOfForm, detailsOfForm, type EventForm, rruleOfForm, timesOfForm } from '#domain/events.ts'
import type { EventScope } from '#domain/recurrence/edit.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { eventProblemTexts, eventTexts } from '#domain/texts/events.ts'
import { noticeTexts } from '#domain/texts/notices.ts'
import { failure, type Toast } from '#domain/texts/toast.ts'
import { undoTexts } from '#domain/texts/undo.ts'
import { type Clients, useClients } from '#web/api/clients.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { dataOf, errorToast, RequestError } from '#web/api/request-errors.ts'
import { currentSession } from '#web/api/session.ts'
import { toast } from '#web/ui/toast.ts'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { type EventEdit, isEmpty } from './event-edit.ts'
import { eventKeys } from './queries.ts'

export function useCreateEvent(calendar: EventCalendar, userId: string) {
  const clients = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (form: EventForm): Promise<void> => {
      const rrule = rruleOfForm(form)
      if (rrule === null)
        return createEvent(clients, {
          calendar_id: calendar.id,
          created_by: userId,
          ...columnsOfForm(form, calendar.time_zone),
        })
      const change = { calendar_id: calendar.id, event: detailsOfForm(form), times: timesOfForm(form), rrule }
      await call(clients, 'save-event', change, eventTexts.createFailedWith)
    },
    onSuccess: (_, form) => toast(eventTexts.created(form.title, plainDay(form.day))),
    onError: (error) => toast(knownProblem(error) ?? errorToast(error, eventTexts.createFailed)),
    onSettled: () => changed(cache, calendar.id),
  })
}

async function createEvent(clients: Clients, row: object): Promise<void> {
  const session = await currentSession(clients)
  if (!session?.access_token) throw new RequestError({ status: 401, code: 'no_token', message: NO_TOKEN })
  const { error, status } = await clients.rest.from('events').insert(row)
  if (!error) return
  const { code, message, details } = error
  // What we know how to say, we say; of the rest the status is enough.
  const known = code in problems
  throw new RequestError({ status, code, message: known ? message : eventTexts.createFailedWith(status), details })
}

const NO_TOKEN = accountTexts.noAccessToken.body

export interface EventChange {
  event: CalendarEvent
  scope: EventScope
  /** Whether to notify the people who already heard about it. */
  notify: boolean
}

/** One row is changed as any; several, or with a notice, in one call that does it all or nothing. */
export function useUpdateEvent(calendar: EventCalendar) {
  const clients = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({
      form,
      edit,
      event,
      scope,
      notify,
    }: EventChange & { form: EventForm; edit: EventEdit; notifiedCount: number }) => {
      const { fields, times, rrule } = edit
      if (isEmpty(edit)) return
      if (scope !== 'this' || notify || rrule !== undefined) {
        const change = { event_id: event.id, scope, notify, event: fields, times, rrule }
        await call(clients, 'save-event', change, () => eventTexts.updateFailed.body)
        return
      }
      const columns = columnsOfForm(form, calendar.time_zone)
      const rows = await dataOf(clients.rest.from('events').update(columns).eq('id', event.id).select('id'))
      mustBeOne(rows, eventTexts.updateFailed)
    },
    onSuccess: (_, { notify, scope, notifiedCount }) =>
      toast(notify ? noticeTexts.saved(scope === 'this' ? notifiedCount : null) : eventTexts.updated),
    onError: (error) => toast(knownProblem(error) ?? eventTexts.updateFailed),
    onSettled: () => changed(cache, calendar.id),
  })
}

/** Gone for everybody; back by Undo, or later from the calendar's history. */
export function useDeleteEvent(calendar: EventCalendar) {
  const clients = useClients()
  const { rest } = clients
  const cache = useQueryClient()
  const restore = useMutation({
    mutationFn: (id: string) => dataOf(rest.rpc('restore_event', { p_event_id: id })),
    onSuccess: () => toast(undoTexts.eventRestored),
    onError: (error) => toast(errorToast(error, undoTexts.eventFailed)),
    onSettled: () => changed(cache, calendar.id),
  })
  return useMutation({
    mutationFn: async ({ event, scope, notify }: EventChange): Promise<string> => {
      if (scope !== 'this' || notify) {
        const change = { event_id: event.id, scope, notify }
        const deleted = await call(clients, 'delete-event', change, () => eventTexts.deleteFailed.body)
        return deleted.restore_id as string
      }
      mustBeOne(await dataOf(rest.from('events').delete().eq('id', event.id).select('id')), eventTexts.deleteFailed)
      return event.id
    },
    onSuccess: (id) =>
      toast(eventTexts.deleted, { action: { label: undoTexts.undo, onClick: () => restore.mutate(id) } }),
    onError: (error) => toast(knownProblem(error) ?? eventTexts.deleteFailed),
    onSettled: () => changed(cache, calendar.id),
  })
}

/** A named function, with its refusal as the data API's: the same problems have the same codes. */
async function call(
  { functions }: Clients,
  name: string,
  body: object,
  fallback: (status: number) => string,
): Promise<Record<string, unknown>> {
  const { data, error } = await functions.invoke<Record<string, unknown>>(name, { body })
  if (!error) return data ?? {}
  const { code, message, status } = await functionFailure(error)
  const known = code !== null && code in problems
  const said = known && message ? message : fallback(status ?? 0)
  throw new RequestError({ status: status ?? 0, code: code ?? 'failed', message: said })
}

/** Somebody else was faster, or it is not ours: no error, and no row. */
function mustBeOne(rows: unknown[], failed: { body: string }): void {
  if (rows.length !== 1) throw new RequestError({ status: 404, code: 'no_row', message: failed.body })
}

const problems: Record<string, (error: RequestError) => Toast> = {
  TB005: ({ message, details }) => ({ title: message, body: details ?? undefined }),
  TB006: () => eventProblemTexts.noRecipients,
  TB010: ({ message }) => failure(message),
  TB020: ({ message }) => failure(message),
  TB021: ({ message }) => failure(message),
  over_request_rate_limit: ({ message }) => failure(message),
}

function knownProblem(error: Error): Toast | null {
  return error instanceof RequestError ? (problems[error.code]?.(error) ?? null) : null
}

/** The month itself, and the numbers on the dashboard. */
export function changed(cache: QueryClient, calendarId: string) {
  return Promise.all([
    cache.invalidateQueries({ queryKey: eventKeys.calendar(calendarId) }),
    cache.invalidateQueries({ queryKey: ['calendars', 'mine'] }),
  ])
}
