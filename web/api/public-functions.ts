import { FunctionsClient } from '@supabase/functions-js'

// Separate from public-clients.ts, so that a page which only calls functions does not download the data client.

export interface ClientOptions {
  /** The origin: location.origin in a browser, the site's address while rendering. */
  url: string
  key: string
  fetch?: typeof fetch
}

export function createFunctions({ url, key, fetch = globalThis.fetch }: ClientOptions) {
  return new FunctionsClient(`${url}/functions/v1`, {
    headers: { apikey: key },
    customFetch: (...request) => fetch(...request),
  })
}
