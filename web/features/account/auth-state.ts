import type { AuthError, Session, User } from '@supabase/auth-js'
import { useEffect, useSyncExternalStore } from 'react'
import { defaultDisplayName } from '#domain/display-name.ts'
import { AUTH_LOADING_TIMEOUT_MS, PROFILE_DELAY_MS, RECOVERY_LIFETIME_MS } from '#domain/limits.ts'
import { MFA_PENDING } from '#domain/mfa-pending.ts'
import { failure } from '#domain/texts/toast.ts'
import type { Clients } from '#web/api/clients.ts'
import { loadClients } from '#web/api/load-clients.ts'
import { messageFor } from '#web/api/server-messages.ts'
import { storedSession } from '#web/api/session-attribute.ts'
import { type PublicSettings, useSettings } from '#web/api/settings.ts'
import { isOffline } from '#web/ui/is-offline.ts'
import { toast } from '#web/ui/toast.ts'
import { accountFormTexts } from './texts.ts'

// Knows who is signed in: one state for the whole page, outside React, so that the guard, the forms and the header always agree.

export interface AuthState {
  user: User | null
  session: Session | null
  /** True until the stored session has been read, or five seconds have passed. */
  loading: boolean
  isEmailConfirmed: boolean
  /** Is set when the password was right and the code of this factor is still missing. Nobody is signed in until then. */
  mfaPending: { factorId: string } | null
}

const signedOut: AuthState = { user: null, session: null, loading: false, isEmailConfirmed: false, mfaPending: null }
const starting: AuthState = { ...signedOut, loading: true }

let state = starting
let started = false
const listeners = new Set<() => void>()

/** Returns the state. With `begin: false`, auth-js is not downloaded: public pages begin only when a session seems to exist. */
export function useAuth({ begin = true } = {}): AuthState {
  const settings = useSettings()
  useEffect(() => {
    if (begin) void openAuth(settings)
  }, [begin, settings])
  return useSyncExternalStore(subscribe, current, atStart)
}

/** Loads the clients and keeps this state in step with them from then on. */
export async function openAuth(settings: PublicSettings): Promise<Clients> {
  setTimeout(stopLoading, AUTH_LOADING_TIMEOUT_MS)
  if (!started && isOffline()) setState(stateOf(storedSession()))
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

/** Subscribes once, for the lifetime of the page. */
function start(clients: Clients) {
  if (started) return
  started = true
  clients.auth.onAuthStateChange((event, session) => {
    // Offline an expired session cannot be refreshed. It still shows the copies of its person.
    if (event === 'INITIAL_SESSION' && !session && isOffline()) return
    setState(stateOf(session))
    const { user } = state
    const arrived = event === 'SIGNED_IN' || event === 'MFA_CHALLENGE_VERIFIED'
    // Runs after the callback: the auth client holds its lock until the callback returns.
    if (arrived && user) setTimeout(() => mergeProfile(clients, user.id), PROFILE_DELAY_MS)
  })
  clients.auth.initialize().then(({ error }) => clearHash(error))
}

function stateOf(session: Session | null): AuthState {
  if (!session) return signedOut
  const { user } = session
  if (claimsIn(session.access_token).role === MFA_PENDING) {
    const factor = user.factors?.find(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
    return { ...signedOut, mfaPending: { factorId: factor?.id ?? '' } }
  }
  return { ...signedOut, user, session, isEmailConfirmed: Boolean(user.email_confirmed_at) }
}

/** Tells whether a mail's link opened the session so recently that it may set a password without the old one. */
export function isRecovery(session: Session | null, now = Date.now()): boolean {
  const steps: { method: string; timestamp: number }[] = session ? (claimsIn(session.access_token).amr ?? []) : []
  return steps.some(({ method, timestamp }) => method === 'recovery' && now - timestamp * 1000 < RECOVERY_LIFETIME_MS)
}

/** Reads the claims without verifying the token: they only select the form to show. The server verifies it. */
function claimsIn(token: string) {
  const payload = token.split('.')[1] ?? ''
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
}

let merged: string | null = null

/** Copies email and name to the profile, once per person and page: auth-js also reports SIGNED_IN when a tab gets visible. */
async function mergeProfile({ rest }: Clients, id: string) {
  // Read now, after the delay: the name may have changed, or the person may have signed out.
  const { user } = state
  if (merged === id || user?.id !== id) return
  merged = id
  const email = user.email ?? ''
  const name: unknown = user.user_metadata?.display_name
  const display_name = typeof name === 'string' && name.trim() ? name : defaultDisplayName(email)
  const { error } = await rest.from('profiles').upsert({ user_id: user.id, email, display_name })
  if (error) console.debug('the profile could not be merged:', error.message)
}

export function isFromMail(hash: string): boolean {
  return /[#&](access_token|error)=/.test(hash)
}

/** Removes the session or error that a mail's link brought in the hash, so that neither stays in the history. */
function clearHash(error: AuthError | null) {
  const { pathname, search, hash, href } = window.location
  if (error && hash.includes('error')) {
    const code = new URLSearchParams(hash.slice(1)).get('error_code')
    toast(
      failure(messageFor({ code, status: error.status, message: error.message }) ?? accountFormTexts.unexpected.body),
    )
  }
  if (href.endsWith('#') || isFromMail(hash)) {
    window.history.replaceState(window.history.state, '', pathname + search)
  }
}
