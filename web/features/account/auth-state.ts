import type { AuthError, Session, User } from '@supabase/auth-js'
import { useEffect, useSyncExternalStore } from 'react'
import { AUTH_LOADING_TIMEOUT_MS, PROFILE_DELAY_MS } from '#domain/limits.ts'
import { MFA_PENDING } from '#domain/mfa-pending.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { failure } from '#domain/texts/toast.ts'
import type { Clients } from '#web/api/clients.ts'
import { loadClients } from '#web/api/load-clients.ts'
import { messageFor } from '#web/api/server-messages.ts'
import { type PublicSettings, useSettings } from '#web/api/settings.ts'
import { toast } from '#web/ui/toast.ts'

// Who is signed in. One state for the page, outside React, so that the guard, the forms and the header's sign-out
// agree whichever of them was there first.

export interface AuthState {
  user: User | null
  session: Session | null
  /** True until the stored session has been read, or five seconds have passed. */
  loading: boolean
  isEmailConfirmed: boolean
  /** The password was right, and the code of this factor is asked for. Until then nobody is signed in. */
  mfaPending: { factorId: string } | null
}

const signedOut: AuthState = { user: null, session: null, loading: false, isEmailConfirmed: false, mfaPending: null }
const starting: AuthState = { ...signedOut, loading: true }

let state = starting
let started = false
const listeners = new Set<() => void>()

/** On a public page nobody is looked for (and auth-js not downloaded) until there is a sign of somebody. */
export function useAuth({ begin = true } = {}): AuthState {
  const settings = useSettings()
  useEffect(() => {
    if (begin) void openAuth(settings)
  }, [begin, settings])
  return useSyncExternalStore(subscribe, current, atStart)
}

/** The clients, with this state following them from now on. */
export async function openAuth(settings: PublicSettings): Promise<Clients> {
  setTimeout(stopLoading, AUTH_LOADING_TIMEOUT_MS)
  const clients = await loadClients(settings)
  start(clients)
  return clients
}

function stopLoading() {
  if (state.loading) setState({ ...state, loading: false })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const current = () => state
const atStart = () => starting

function setState(next: AuthState) {
  state = next
  for (const listener of listeners) listener()
}

/** Once a page; it lasts as long as the page does. */
function start(clients: Clients) {
  if (started) return
  started = true
  clients.auth.onAuthStateChange((event, session) => {
    setState(stateOf(session))
    const { user } = state
    const arrived = event === 'SIGNED_IN' || event === 'MFA_CHALLENGE_VERIFIED'
    // Not inside the callback: the auth client waits for it before it answers anything else.
    if (arrived && user) setTimeout(() => mergeProfile(clients, user.id), PROFILE_DELAY_MS)
  })
  clients.auth.initialize().then(({ error }) => clearHash(error))
}

function stateOf(session: Session | null): AuthState {
  if (!session) return signedOut
  const { user } = session
  if (roleIn(session.access_token) === MFA_PENDING) {
    const factor = user.factors?.find(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
    return { ...signedOut, mfaPending: { factorId: factor?.id ?? '' } }
  }
  return { ...signedOut, user, session, isEmailConfirmed: Boolean(user.email_confirmed_at) }
}

/** Only to show the right form; what a token opens the server decides. */
function roleIn(token: string): unknown {
  const payload = token.split('.')[1] ?? ''
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).role
}

let merged: string | null = null

/** Coming back to the tab counts as a sign-in too; once a person and page is enough. */
async function mergeProfile({ rest }: Clients, id: string) {
  // As they are now: the name may have been changed meanwhile, and whoever has signed out again has nothing to merge.
  const { user } = state
  if (merged === id || user?.id !== id) return
  merged = id
  const email = user.email ?? ''
  const name: unknown = user.user_metadata?.display_name
  const display_name = typeof name === 'string' && name.trim() ? name : await nameFrom(email)
  const { error } = await rest.from('profiles').upsert({ user_id: user.id, email, display_name })
  if (error) console.debug('the profile could not be merged:', error.message)
}

/** Downloaded only here: most people gave a name, and the rules of accounts come with the form library. */
async function nameFrom(email: string): Promise<string> {
  const { defaultDisplayName } = await import('#domain/accounts.ts')
  return defaultDisplayName(email)
}

export function isFromMail(hash: string): boolean {
  return /[#&](access_token|error)=/.test(hash)
}

/** Links in mails carry the session, or why there is none, behind a #; neither belongs in the address any longer. */
function clearHash(error: AuthError | null) {
  const { pathname, search, hash, href } = window.location
  if (error && hash.includes('error')) {
    const code = new URLSearchParams(hash.slice(1)).get('error_code')
    toast(failure(messageFor({ code, status: error.status, message: error.message }) ?? accountTexts.unexpected.body))
  }
  if (href.endsWith('#') || isFromMail(hash)) {
    window.history.replaceState(window.history.state, '', pathname + search)
  }
}
