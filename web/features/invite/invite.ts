import type { PostgrestClient } from '@supabase/postgrest-js'
import type { InvitedRole } from '#domain/roles.ts'
import { loadClients } from '#web/api/load-clients.ts'
import { messageFor } from '#web/api/server-messages.ts'
import type { PublicSettings } from '#web/api/settings.ts'

export interface Invite {
  calendar_id: string
  name: string
  description: string | null
  member_count: number
  role: InvitedRole
  /** Whom it was mailed to; null for the link that anybody may use. */
  email: string | null
}

export type InviteAnswer =
  | { status: 'found'; invite: Invite }
  | { status: 'not-found' | 'failed' }
  /** The message says when to retry. */
  | { status: 'too-many'; message: string | null }

const CODE = /^[\w-]{1,64}$/

/** Reads the calendar of an invite. The code is enough; no session is needed. */
export async function readInvite(rest: PostgrestClient, code: string): Promise<InviteAnswer> {
  if (!CODE.test(code)) return { status: 'not-found' }
  const { data, error, status } = await rest.rpc('get_invite', { p_code: code }).maybeSingle()
  if (error && status === 429) return { status: 'too-many', message: messageFor({ ...error, status }) }
  if (error) return { status: 'failed' }
  return data ? { status: 'found', invite: data as Invite } : { status: 'not-found' }
}

export type Joined = { calendarId: string } | { problem: 'signed-out' | 'failed'; message: string | null }

/** Joins a calendar, and stores whether to get its emails. */
export async function joinCalendar(settings: PublicSettings, code: string, emails: boolean): Promise<Joined> {
  const { auth, rest } = await loadClients(settings)
  const { data } = await auth.getSession()
  if (!data.session) return { problem: 'signed-out', message: null }
  const joined = await rest.rpc('join_calendar', { p_code: code })
  // The second-factor code is still missing: the sign-in screen asks for it.
  if (joined.error?.code === 'insufficient_aal') return { problem: 'signed-out', message: null }
  if (joined.error)
    return {
      problem: 'failed',
      message: joined.status > 0 ? messageFor({ ...joined.error, status: joined.status }) : null,
    }
  const mine = { calendar_id: joined.data, user_id: data.session.user.id }
  // If this fails, the switch on the calendar's page says how it is.
  await rest.from('notification_preferences').update({ email_notifications: emails }).match(mine)
  return { calendarId: joined.data }
}
