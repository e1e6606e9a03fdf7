import { PostgrestClient } from '@supabase/postgrest-js'
import { type ClientOptions, createFunctions } from './public-functions.ts'

export type { ClientOptions } from './public-functions.ts'

/** Clients that never send a session: public pages show what anybody may see, also to somebody signed in. */
export function createPublicClients({ url, key, fetch = globalThis.fetch }: ClientOptions) {
  return { publicRest: createPublicRest({ url, key, fetch }), functions: createFunctions({ url, key, fetch }) }
}

export function createPublicRest({ url, key, fetch = globalThis.fetch }: ClientOptions) {
  return new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: key },
    fetch: (...request) => fetch(...request),
    // The query cache and the reader's own reload try again; seven silent seconds help nobody.
    retry: false,
  })
}
