import type { CalendarSettingsForm, CreateCalendarForm } from '#domain/calendars.ts'
import { CREATOR_ROLE } from '#domain/roles.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import type { Toast } from '#domain/texts/toast.ts'
import type { Clients } from '#web/api/clients.ts'
import { calendarKeys, eventKeys } from '#web/api/query-keys.ts'
import { codeOf, dataOf, errorToast, RequestError } from '#web/api/request-errors.ts'
import { messageFor } from '#web/api/server-messages.ts'
import { currentSession } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { undoTexts } from '#web/texts/undo.ts'
import { toast } from '#web/ui/toast.ts'
import type { MemberCalendar } from './calendar.ts'
import { calendarScreenTexts } from './texts.ts'

export function useCreateCalendar({ onTrial }: { onTrial: boolean }) {
  return useWrite({
    write: (clients, { me, ...form }: CreateCalendarForm & { me?: string | undefined }) =>
      createCalendar(clients, form, { onTrial, me }),
    done: (_, { name }) => toast(calendarScreenTexts.created(name)),
    failed: createProblem,
    refetch: [calendarKeys.mine, calendarKeys.upcoming],
  })
}

interface CreateOptions {
  onTrial: boolean
  /** The address of its creator, to be the first on its list. */
  me?: string | undefined
}

/** Creates the calendar and its first admin, which must both succeed; preferences, the log and the first address may fail without harm. */
async function createCalendar(
  clients: Clients,
  form: CreateCalendarForm,
  { onTrial, me }: CreateOptions,
): Promise<string> {
  const { rest } = clients
  const session = await currentSession(clients)
  if (!session) throw new CreateError(accountTexts.noSession)
  const userId = session.user?.id
  if (!userId) throw new CreateError(calendarScreenTexts.noUserId)
  if (onTrial) await checkTrial(clients, userId)

  const created = await rest
    .from('calendars')
    .insert({ ...form, owner_id: userId })
    .select('id')
    .single<{ id: string }>()
  if (created.error) throw withStatus(created, calendarScreenTexts.createFailedWith)
  const calendar_id = created.data.id

  const member = await rest.from('calendar_members').insert({ calendar_id, user_id: userId, role: CREATOR_ROLE })
  if (member.error) throw withStatus(member, calendarScreenTexts.addMemberFailedWith)

  const defaults = { calendar_id, user_id: userId, email_notifications: true, push_notifications: true }
  const preferences = await rest.from('notification_preferences').insert(defaults)
  if (preferences.error) console.debug('the preferences were not stored:', preferences.error.message)
  const logged = await rest.from('audit_logs').insert({
    actor_user_id: userId,
    calendar_id,
    entity_type: 'calendar',
    entity_id: calendar_id,
    action: 'create',
    metadata: { calendar_name: form.name },
  })
  if (logged.error) console.debug('the log entry was not stored:', logged.error.message)
  const listed = me ? await addMe(clients, { calendar_id, userId, email: me }) : null
  if (listed?.error) console.debug('the first address was not stored:', listed.error.message)
  return calendar_id
}

interface Me {
  calendar_id: string
  userId: string
  email: string
}

/** Puts the own address of somebody who starts a calendar on its list. */
function addMe({ rest }: Clients, { calendar_id, userId, email }: Me) {
  return rest
    .from('calendar_contacts')
    .insert({ calendar_id, contact_type: 'email', contact_value: email, created_by: userId })
}

async function checkTrial({ rest }: Clients, userId: string): Promise<void> {
  const mine = rest.from('calendar_members').select('calendar_id', { count: 'exact', head: true })
  const { count, error } = await mine.eq('user_id', userId)
  if (error || count === null) throw new CreateError(calendarScreenTexts.trialUnknown)
  if (count > 0) throw new CreateError(calendarScreenTexts.trialLimit)
}

/** Stops creation with the toast to show. */
class CreateError extends Error {
  readonly toast: Toast
  constructor(shown: Toast) {
    super(shown.body)
    this.toast = shown
  }
}

function withStatus(
  { status, error }: { status: number; error: { code: string; message: string } },
  say: (status: number, body: string) => string,
): RequestError {
  return new RequestError({ status, code: error.code, message: say(status, messageFor({ ...error, status }) ?? '') })
}

function createProblem(error: Error): Toast {
  if (error instanceof CreateError) return error.toast
  if (codeOf(error) === 'TB001') return calendarScreenTexts.trialLimit
  if (codeOf(error) === 'TB007') return calendarScreenTexts.emailConfirmationRequired
  return errorToast(error, calendarScreenTexts.createFailed)
}

/** Puts the person's own address on the list of a calendar that has nobody on it. */
export function useAddMe(me: Me) {
  return useWrite({
    write: async (clients) => dataOf(addMe(clients, me)),
    failed: calendarScreenTexts.listMeFailed,
    refetch: [calendarKeys.mine, calendarKeys.nextMailings, eventKeys.recipients(), eventKeys.mailer()],
  })
}

export function useUpdateSettings(id: string) {
  return useWrite({
    write: ({ rest }, form: CalendarSettingsForm) => updateOne(rest, id, form),
    done: () => toast(calendarScreenTexts.settingsUpdated),
    failed: calendarScreenTexts.settingsFailed,
    refetch: [calendarKeys.all],
  })
}

const inline = {
  name: { done: calendarScreenTexts.nameUpdated, failed: calendarScreenTexts.nameFailed },
  description: { done: calendarScreenTexts.descriptionUpdated, failed: calendarScreenTexts.descriptionFailed },
}

/** Updates the name or description optimistically, and restores it if the server refuses. */
export function useUpdateInline(id: string, field: 'name' | 'description') {
  return useWrite({
    write: ({ rest }, value: string | null) => updateOne(rest, id, { [field]: value }),
    optimistic: {
      queryKey: calendarKeys.one(id),
      show: (shown: MemberCalendar | null, value) => shown && { ...shown, [field]: value },
    },
    done: () => toast(inline[field].done),
    failed: () => inline[field].failed,
    refetch: [calendarKeys.all],
  })
}

export function useDeleteCalendar(calendar: { id: string; name: string }) {
  const restore = useRestoreCalendar()
  return useWrite({
    write: ({ rest }) => deleteCalendar(rest, calendar.id),
    done: () =>
      toast(calendarScreenTexts.deleted, {
        action: { label: undoTexts.undo, onClick: () => restore.mutate(calendar) },
      }),
    failed: calendarScreenTexts.deleteFailed,
    refetch: [calendarKeys.all],
  })
}

export function useRestoreCalendar() {
  return useWrite({
    write: ({ rest }, { id }: { id: string; name: string }) =>
      dataOf(rest.rpc('restore_calendar', { p_calendar_id: id })),
    done: (_, { name }) => toast(undoTexts.calendarRestored(name)),
    failed: (error) =>
      codeOf(error) === 'TB001' ? calendarScreenTexts.trialLimit : errorToast(error, undoTexts.calendarFailed),
    refetch: [calendarKeys.all],
  })
}

type Rest = Clients['rest']

const FOREIGN_KEY_VIOLATION = '23503'

/** Deletes the calendar; related rows cascade. Should a foreign key refuse it, deletes them first and retries. */
async function deleteCalendar(rest: Rest, id: string): Promise<void> {
  try {
    await deleteOne(rest, id)
  } catch (error) {
    if (codeOf(error) !== FOREIGN_KEY_VIOLATION) throw error
    const related = ['events', 'calendar_contacts', 'notification_preferences', 'audit_logs', 'calendar_members']
    for (const table of related) await rest.from(table).delete().eq('calendar_id', id)
    await deleteOne(rest, id)
  }
}

async function deleteOne(rest: Rest, id: string): Promise<void> {
  mustBeOne(
    await dataOf(rest.from('calendars').delete().eq('id', id).select('id')),
    calendarScreenTexts.deleteFailed.body,
  )
}

async function updateOne(rest: Rest, id: string, change: Partial<CalendarSettingsForm>): Promise<void> {
  const rows = await dataOf(rest.from('calendars').update(change).eq('id', id).select('id'))
  mustBeOne(rows, calendarScreenTexts.settingsFailed.body)
}

/** Throws unless one row was changed: row-level security returns no row, and no error, for what one may not change. */
function mustBeOne(rows: unknown[], message: string): void {
  if (rows.length !== 1) throw new RequestError({ status: 404, code: 'no_row', message })
}
