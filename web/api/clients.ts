import { GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { useMemo } from 'react'
import { isOffline } from '#web/ui/is-offline.ts'
import { createAuthCalls } from './auth-calls.ts'
import { removeTraces } from './drafts.ts'
import { acceptsLink } from './link-session.ts'
import { removeCopies } from './offline-copies.ts'
import { createPublicRest } from './public-clients.ts'
import { type ClientOptions, createFunctions } from './public-functions.ts'
import { RequestError } from './request-errors.ts'
import { STORAGE_KEY, setSessionAttribute, storedSession, storeMine } from './session-attribute.ts'
import { type PublicSettings, useSettings } from './settings.ts'

// The clients of signed-in screens. Public pages must not import this file: auth-js alone is larger than such a page. They
// use public-clients.ts, and load-clients.ts where a person signs out or joins.

/** Limits how long signing out waits for pending requests. */
const SIGN_OUT_TIMEOUT_MS = 1000

export type Clients = ReturnType<typeof createClients>

export function createClients({
  url,
  key,
  fetch = globalThis.fetch,
  storage,
}: ClientOptions & { storage?: GoTrueClientOptions['storage'] }) {
  const auth = new GoTrueClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key },
    storageKey: STORAGE_KEY,
    storage,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: acceptsLink,
    experimental: { recoveryCodes: true },
    fetch: (...request) => fetch(...request),
  })

  const pending = new Set<Promise<unknown>>()
  let isSigningOut = false
  const authorizedFetch: typeof fetch = async (input, init) => {
    if (isSigningOut) throw new DOMException('Signing out.', 'AbortError')
    const answer = fetchWithToken(input, init)
    pending.add(answer)
    const end = () => pending.delete(answer)
    answer.then(end, end)
    return answer
  }

  /** Sends the current session's token; getSession refreshes an expired one first. */
  const fetchWithToken: typeof fetch = async (input, init) => {
    // Offline an expired one cannot be refreshed, and trying takes half a minute. The service worker answers what it can.
    if (isOffline() && isExpired()) return fetch(input, init)
    const { data } = await auth.getSession()
    const headers = new Headers(init?.headers)
    if (data.session) headers.set('authorization', `Bearer ${data.session.access_token}`)
    const answer = await fetch(input, { ...init, headers })
    if (answer.status !== 401 || !data.session || (await codeIn(answer.clone())) !== 'session_not_found') return answer
    // The code of the second step was given meanwhile, perhaps in another tab: that gave the session a new id.
    const { data: now } = await auth.getSession()
    if (now.session && now.session.access_token !== data.session.access_token) return fetchWithToken(input, init)
    // The session was ended from another browser. Signing out here makes the guard show the sign-in screen.
    await auth.signOut({ scope: 'local' })
    return answer
  }

  return {
    auth,
    rest: new PostgrestClient(`${url}/rest/v1`, { headers: { apikey: key }, fetch: authorizedFetch, retry: false }),
    publicRest: createPublicRest({ url, key, fetch }),
    functions: createFunctions({ url, key, fetch: authorizedFetch }),
    callAuth: createAuthCalls({ url, key, fetch: authorizedFetch }),
    /** Reads a file that needs a session. */
    async readFile(path: string): Promise<Blob> {
      const answer = await authorizedFetch(`${url}${path}`, { headers: { apikey: key } })
      if (!answer.ok) throw new RequestError({ status: answer.status, code: 'failed', message: answer.statusText })
      return answer.blob()
    },
    /**
     * Signs out on this browser only. Waits for pending requests first, because a request without its session would be
     * refused; gives up waiting after a second, so that a slow server keeps nobody signed in.
     */
    async signOut() {
      isSigningOut = true
      const timeout = new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))
      await Promise.race([Promise.allSettled(pending), timeout])
      try {
        await auth.signOut({ scope: 'local' })
      } finally {
        isSigningOut = false
      }
    },
  }
}

async function codeIn(answer: Response): Promise<unknown> {
  return (await answer.json().catch(() => null))?.code
}

let sharedClients: Clients | undefined

/** Returns the page's one set of clients: two auth clients would refresh the same token twice. */
export function browserClients(settings: PublicSettings): Clients {
  if (sharedClients) return sharedClients
  sharedClients = createClients({ url: location.origin, key: settings.publishableKey })
  sharedClients.auth.onAuthStateChange((event, session) => {
    setSessionAttribute(session !== null)
    if (event !== 'SIGNED_OUT') return
    removeTraces()
    storeMine()
    void removeCopies()
  })
  return sharedClients
}

/** Returns the clients in a component. On the server, where no request may be sent with a session, the object is empty. */
export function useClients(): Clients {
  const settings = useSettings()
  return useMemo(() => (typeof window === 'undefined' ? ({} as Clients) : browserClients(settings)), [settings])
}

function isExpired(): boolean {
  return (storedSession()?.expires_at ?? 0) * 1000 < Date.now()
}
