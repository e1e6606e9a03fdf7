// How carriers and other services that the operator chose are reached: through a proxy, or with a certificate authority of the house.
// What users name, such as external calendars and webhooks, is connected to directly and with public certificates: through the proxy the
// address that was checked would not be the one that is reached, and a certificate of the house would vouch for a service within it.
import { setGlobalProxyFromEnv } from 'node:http'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Config } from './config.ts'

let publicOnly: string[] | undefined

export function setUpCarrierNetwork({ httpsProxy, noProxy, carrierCa }: Config['carrierNetwork']): void {
  if (httpsProxy) setGlobalProxyFromEnv({ HTTPS_PROXY: httpsProxy, NO_PROXY: noProxy })
  if (!carrierCa) return
  publicOnly = getCACertificates('default')
  setDefaultCACertificates([...publicOnly, carrierCa])
}

/** For connections that users ask for: Node's default, without the authority of the house. */
export const publicCertificates = (): { ca?: string[] } => (publicOnly ? { ca: publicOnly } : {})
