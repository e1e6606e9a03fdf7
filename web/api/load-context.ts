import { createContext, RouterContextProvider } from 'react-router'
import { createPublicClients } from './public-clients.ts'
import type { PublicSettings } from './settings.ts'

/** What a loader running on the server is given. */
export interface Site {
  /** Answers in this process, without a network: loaders read through the same HTTP surface as browsers. */
  fetch: typeof fetch
  settings: PublicSettings
  /** Marks the scripts that are ours; server/site turns it into the page's policy. */
  nonce: string
  onError?: (error: unknown) => void
}

const siteContext = createContext<Site>()

export function createLoadContext(site: Site): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(siteContext, site)
  return context
}

type Context = Readonly<RouterContextProvider>

export function siteOf(context: Context): Site {
  return context.get(siteContext)
}

/** For loaders: reads as anon, whoever is looking. */
export function publicClientsOf(context: Context) {
  const { fetch, settings } = siteOf(context)
  return createPublicClients({ url: settings.siteUrl, key: settings.publishableKey, fetch })
}
