import { GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { useMemo } from 'react'
import { createAuthCalls } from './auth-calls.ts'
import { createPublicRest } from './public-clients.ts'
import { type ClientOptions, createFunctions } from './public-functions.ts'
import { RequestError } from './request-errors.ts'
import { STORAGE_KEY, setSessionAttribute } from './session-attribute.ts'
import { type PublicSettings, useSettings } from './settings.ts'

// The clients of signed-in screens. Public pages do not import this file: auth-js alone outweighs such a page. They use
// public-clients.ts, and load-clients.ts where somebody signs out or joins.

/** How long signing out waits for answers. */
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
    detectSessionInUrl: true,
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

  /** As whoever is signed in at the moment of the request; a fresh token is fetched first when the old one is over. */
  const fetchWithToken: typeof fetch = async (input, init) => {
    const { data } = await auth.getSession()
    const headers = new Headers(init?.headers)
    if (data.session) headers.set('authorization', `Bearer ${data.session.access_token}`)
    const answer = await fetch(input, { ...init, headers })
    // Ended from another browser: nobody is signed in here any more, and the guard shows the way back in.
    if (answer.status === 401 && data.session && (await codeIn(answer.clone())) === 'session_not_found')
      await auth.signOut({ scope: 'local' })
    return answer
  }

  return {
    auth,
    rest: new PostgrestClient(`${url}/rest/v1`, { headers: { apikey: key }, fetch: authorizedFetch, retry: false }),
    publicRest: createPublicRest({ url, key, fetch }),
    functions: createFunctions({ url, key, fetch: authorizedFetch }),
    callAuth: createAuthCalls({ url, key, fetch: authorizedFetch }),
    /** A file that only some may have. */
    async readFile(path: string): Promise<Blob> {
      const answer = await authorizedFetch(`${url}${path}`, { headers: { apikey: key } })
      if (!answer.ok) throw new RequestError({ status: answer.status, code: 'failed', message: answer.statusText })
      return answer.blob()
    },
    /**
     * On this browser. What was asked is answered first: a session that ends earlier has it refused. Also when the
     * server cannot be reached, or is slow.
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

/** One set for the life of the page: two auth clients would refresh the same token twice. */
export function browserClients(settings: PublicSettings): Clients {
  if (sharedClients) return sharedClients
  sharedClients = createClients({ url: location.origin, key: settings.publishableKey })
  sharedClients.auth.onAuthStateChange((_event, session) => setSessionAttribute(session !== null))
  return sharedClients
}

/** In components. While rendering on the server nobody is signed in and nothing may be asked, so there it is empty. */
export function useClients(): Clients {
  const settings = useSettings()
  return useMemo(() => (typeof window === 'undefined' ? ({} as Clients) : browserClients(settings)), [settings])
}
