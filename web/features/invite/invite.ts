import type { PostgrestClient } from '@supabase/postgrest-js'
import { loadClients } from '#web/api/load-clients.ts'
import { messageFor } from '#web/api/server-messages.ts'
import type { PublicSettings } from '#web/api/settings.ts'

export interface Invite {
  calendar_id: string
  name: string
  description: string | null
  member_count: number
}

export type InviteAnswer =
  | { status: 'found'; invite: Invite }
  | { status: 'not-found' | 'failed' }
  /** With the server's sentence, which says when to try again. */
  | { status: 'too-many'; message: string | null }

const CODE = /^[\w-]{1,64}$/

/** Whoever holds the code may see where it leads, before signing in. */
export async function readInvite(rest: PostgrestClient, code: string): Promise<InviteAnswer> {
  if (!CODE.test(code)) return { status: 'not-found' }
  const { data, error, status } = await rest.rpc('get_invite', { p_code: code }).maybeSingle()
  if (error && status === 429) return { status: 'too-many', message: messageFor({ ...error, status }) }
  if (error) return { status: 'failed' }
  return data ? { status: 'found', invite: data as Invite } : { status: 'not-found' }
}

export type Joined = { calendarId: string } | { problem: 'signed-out' | 'failed'; message: string | null }

export async function joinCalendar(settings: PublicSettings, code: string): Promise<Joined> {
  const { auth, rest } = await loadClients(settings)
  const { data } = await auth.getSession()
  if (!data.session) return { problem: 'signed-out', message: null }
  const joined = await rest.rpc('join_calendar', { p_code: code })
  // The code of the second step was not given yet: the sign-in screen asks for it.
  if (joined.error?.code === 'insufficient_aal') return { problem: 'signed-out', message: null }
  if (joined.error)
    return {
      problem: 'failed',
      message: joined.status > 0 ? messageFor({ ...joined.error, status: joined.status }) : null,
    }
  return { calendarId: joined.data }
}
