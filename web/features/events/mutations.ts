import { plainDay } from '#domain/date-words.ts'
import { type EventDetails, memberColumns } from '#domain/event-columns.ts'
import type { EventTimes } from '#domain/event-times.ts'
import { columnsOfForm, detailsOfForm, type EventForm, rruleOfForm, timesOfForm } from '#domain/events.ts'
import type { EventScope } from '#domain/recurrence/edit.ts'
import { eventProblemTexts } from '#domain/texts/events.ts'
import { failure, type Toast } from '#domain/texts/toast.ts'
import type { Clients } from '#web/api/clients.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { calendarKeys, eventKeys } from '#web/api/query-keys.ts'
import { dataOf, errorToast, RequestError, refusedWith } from '#web/api/request-errors.ts'
import { detailsFor } from '#web/api/server-messages.ts'
import { currentSession } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { undoTexts } from '#web/texts/undo.ts'
import { toast } from '#web/ui/toast.ts'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { timesOf } from './event-draft.ts'
import { type EventEdit, isEmpty } from './event-edit.ts'
import { noticeTexts } from './notice-texts.ts'
import { quickTexts } from './quick-texts.ts'
import { conflictTexts, eventTexts } from './texts.ts'

interface NewEvent {
  form: EventForm
  isSentNow: boolean
  /** The event whose lists it gets. */
  copyOf?: string | undefined
}

export function useCreateEvent(calendar: EventCalendar, userId: string) {
  return useWrite({
    write: async (clients, { form, isSentNow, copyOf }: NewEvent): Promise<void> => {
      const id = await create(clients, form)
      // Without its lists the copy is still worth having.
      if (copyOf) await clients.rest.rpc('duplicate_slots', { p_from: copyOf, p_to: id })
      if (isSentNow) await sendNow(clients, id)
    },
    done: (_, { form }) => toast(eventTexts.created(form.title, plainDay(form.day))),
    failed: (error) => knownProblem(error) ?? errorToast(error, eventTexts.createFailed),
    refetch: dependentKeys(calendar.id),
  })

  async function create(clients: Clients, form: EventForm): Promise<string> {
    const rrule = rruleOfForm(form)
    if (rrule === null) {
      const columns = columnsOfForm(form, calendar.time_zone)
      return createEvent(clients, { calendar_id: calendar.id, created_by: userId, ...columns })
    }
    const change = { calendar_id: calendar.id, event: detailsOfForm(form), times: timesOfForm(form), rrule }
    const saved = await call(clients, 'save-event', change, eventTexts.createFailedWith)
    return saved.event_id as string
  }
}

async function createEvent(clients: Clients, row: object): Promise<string> {
  const session = await currentSession(clients)
  if (!session?.access_token) throw new RequestError({ status: 401, code: 'no_token', message: NO_TOKEN })
  const { data, error, status } = await clients.rest.from('events').insert(row).select('id').single()
  if (!error) return data.id
  const refused = refusedWith(error, status)
  // Known codes have messages of their own; for others the status is enough.
  if (refused.code in problems) throw refused
  throw new RequestError({ status, code: refused.code, message: eventTexts.createFailedWith(status) })
}

const NO_TOKEN = eventTexts.noAccessToken.body

/** Ends the wait of an event. If that fails, the event is saved all the same and leaves ten minutes later. */
async function sendNow({ rest }: Pick<Clients, 'rest'>, id: string): Promise<void> {
  await dataOf(rest.rpc('send_event_now', { p_event_id: id })).catch(() => toast(noticeTexts.sendEventFailed))
}

export interface EventChange {
  event: CalendarEvent
  scope: EventScope
  /** Whether to notify the people who were notified of the event. */
  notify: boolean
}

/** Updates one row directly; several rows, or one with a notice, in one function call, which is atomic. */
export function useUpdateEvent(calendar: EventCalendar) {
  return useWrite({
    write: async (clients, change: EventUpdate) => {
      await update(clients, change)
      if (change.isSentNow) await sendNow(clients, change.event.id)
    },
    done: (_, { notify, scope, notifiedCount }) =>
      toast(notify ? noticeTexts.saved(scope === 'this' ? notifiedCount : null) : eventTexts.updated),
    failed: (error) => knownProblem(error) ?? eventTexts.updateFailed,
    refetch: dependentKeys(calendar.id),
  })

  async function update(clients: Clients, { form, edit, event, scope, notify }: EventUpdate): Promise<void> {
    const { fields, times, rrule } = edit
    if (isEmpty(edit)) return
    if (scope !== 'this' || notify || rrule !== undefined) {
      const body = { event_id: event.id, scope, notify, event: fields, times, rrule, updated_at: event.updated_at }
      await call(clients, 'save-event', body, () => eventTexts.updateFailed.body)
      return
    }
    const columns = columnsOfForm(form, calendar.time_zone)
    const { id, updated_at } = event
    const rows = await dataOf(
      clients.rest.from('events').update(columns).eq('id', id).eq('updated_at', updated_at).select('id'),
    )
    if (rows.length > 0) return
    const current = await readEvent(clients, id)
    const code = current && current.updated_at !== updated_at ? 'event_changed' : 'no_row'
    throw new RequestError({ status: 409, code, message: eventTexts.updateFailed.body })
  }
}

interface EventUpdate extends EventChange {
  form: EventForm
  edit: EventEdit
  notifiedCount: number
  /** Whether an event that joins the mails of today leaves at once. */
  isSentNow: boolean
}

/** Reads an event as it is now; null when it is gone. */
export function readEvent({ rest }: Pick<Clients, 'rest'>, id: string): Promise<CalendarEvent | null> {
  const read = rest.from('events').select(memberColumns.join()).eq('id', id).maybeSingle()
  return dataOf(read) as unknown as Promise<CalendarEvent | null>
}

export interface QuickChange extends EventChange {
  fields: Partial<EventDetails>
  /** Undefined: unchanged. */
  times?: EventTimes
  said: Toast
}

/** Moves or cancels an event without its form. Undo makes it as it was. */
export function useQuickChange(
  calendar: EventCalendar,
  { onUndone }: { onUndone?: (change: QuickChange) => void } = {},
) {
  const undo = useWrite({
    write: (clients, change: QuickChange) => undoChange(clients, change, calendar.time_zone),
    done: (_, change) => {
      toast(quickTexts.undone)
      onUndone?.(change)
    },
    failed: quickTexts.undoFailed,
    refetch: dependentKeys(calendar.id),
  })
  return useWrite({
    write: (clients, { event, scope, notify, fields, times }: QuickChange) =>
      call(clients, 'save-event', { event_id: event.id, scope, notify, event: fields, times }, updateFailed),
    done: (_, change) => {
      const onClick = () => undo.mutate(change)
      // With a notice, the bar of what waits to be sent has the Undo.
      const isUndoneHere = change.scope === 'this' && !change.notify
      toast(change.said, isUndoneHere ? { action: { label: undoTexts.undo, onClick } } : {})
    },
    failed: (error) => knownProblem(error) ?? eventTexts.updateFailed,
    refetch: dependentKeys(calendar.id),
  })
}

const updateFailed = () => eventTexts.updateFailed.body

async function undoChange(clients: Clients, { event, times }: QuickChange, zone: string): Promise<void> {
  const save = (change: object) =>
    call(clients, 'save-event', { event_id: event.id, scope: 'this', ...change }, updateFailed)
  // Only an event that is marked as moved can be given another day, so the mark goes last.
  if (times) await save({ event: { status: 'moved' }, times: timesOf(event, zone) })
  await save({ event: { status: event.status } })
}

/** Deletes an event. Undo restores it, and so does the calendar's history later. */
export function useDeleteEvent(calendar: EventCalendar) {
  const restore = useWrite({
    write: ({ rest }, id: string) => dataOf(rest.rpc('restore_event', { p_event_id: id })),
    done: () => toast(undoTexts.eventRestored),
    failed: undoTexts.eventFailed,
    refetch: dependentKeys(calendar.id),
  })
  return useWrite({
    write: async (clients, { event, scope, notify }: EventChange): Promise<string> => {
      if (scope !== 'this' || notify) {
        const change = { event_id: event.id, scope, notify }
        const deleted = await call(clients, 'delete-event', change, () => eventTexts.deleteFailed.body)
        return deleted.restore_id as string
      }
      mustBeOne(
        await dataOf(clients.rest.from('events').delete().eq('id', event.id).select('id')),
        eventTexts.deleteFailed,
      )
      return event.id
    },
    done: (id) => toast(eventTexts.deleted, { action: { label: undoTexts.undo, onClick: () => restore.mutate(id) } }),
    failed: (error) => knownProblem(error) ?? eventTexts.deleteFailed,
    refetch: dependentKeys(calendar.id),
  })
}

/** Calls a named function and throws its error as a RequestError, like the data API's: both use the same codes. */
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

/** Throws unless one row was changed: none means that it is already deleted, or that we may not change it. */
function mustBeOne(rows: unknown[], failed: { body: string }): void {
  if (rows.length !== 1) throw new RequestError({ status: 404, code: 'no_row', message: failed.body })
}

const problems: Record<string, (error: RequestError) => Toast> = {
  TB005: (error) => ({ title: error.message, body: detailsFor(error) }),
  TB006: () => eventProblemTexts.noRecipients,
  TB010: ({ message }) => failure(message),
  TB020: ({ message }) => failure(message),
  TB021: ({ message }) => failure(message),
  event_changed: () => conflictTexts.changed,
  over_request_rate_limit: ({ message }) => failure(message),
}

function knownProblem(error: Error): Toast | null {
  return error instanceof RequestError ? (problems[error.code]?.(error) ?? null) : null
}

/** What shows a calendar's events: its views, and the dashboard's counts. */
export function dependentKeys(calendarId: string) {
  return [eventKeys.calendar(calendarId), calendarKeys.mine, calendarKeys.nextMailings]
}
