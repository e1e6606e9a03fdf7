import type { Session } from '@supabase/auth-js'
import { SESSION_TIMEOUT_MS } from '#domain/limits.ts'
import type { Clients } from './clients.ts'

/** Returns the session; null if there is none, or it could not be read within five seconds. */
export async function currentSession({ auth }: Pick<Clients, 'auth'>): Promise<Session | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), SESSION_TIMEOUT_MS)
  })
  const read = auth.getSession().then(({ data }) => data.session)
  return Promise.race([read, tooLate]).finally(() => clearTimeout(timer))
}
