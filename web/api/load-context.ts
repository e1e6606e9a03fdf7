import { createContext, RouterContextProvider } from 'react-router'
import { createPublicClients } from './public-clients.ts'
import type { PublicSettings } from './settings.ts'

/** Holds what a loader needs while it runs on the server. */
export interface Site {
  /** Calls our own HTTP surface in this process, without a network: loaders read what a browser would. */
  fetch: typeof fetch
  settings: PublicSettings
  /** Marks inline scripts as ours; server/site puts the same value into the page's content policy. */
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

/** Returns clients for loaders. They read without a session, also for a signed-in reader. */
export function publicClientsOf(context: Context) {
  const { fetch, settings } = siteOf(context)
  return createPublicClients({ url: settings.siteUrl, key: settings.publishableKey, fetch })
}
