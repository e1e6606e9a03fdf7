import { PostgrestClient } from '@supabase/postgrest-js'
import { type ClientOptions, createFunctions } from './public-functions.ts'

export type { ClientOptions } from './public-functions.ts'

/** Creates clients that never send a session: public pages show the same to everybody. */
export function createPublicClients({ url, key, fetch = globalThis.fetch }: ClientOptions) {
  return { publicRest: createPublicRest({ url, key, fetch }), functions: createFunctions({ url, key, fetch }) }
}

export function createPublicRest({ url, key, fetch = globalThis.fetch }: ClientOptions) {
  return new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: key },
    fetch: (...request) => fetch(...request),
    // The query cache retries already; postgrest-js would add seven silent seconds.
    retry: false,
  })
}
