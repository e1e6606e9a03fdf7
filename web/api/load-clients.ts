import type { Clients } from './clients.ts'
import type { PublicSettings } from './settings.ts'

/** Downloads the signed-in clients on demand, for the few actions of public pages that need a session. */
export async function loadClients(settings: PublicSettings): Promise<Clients> {
  const { browserClients } = await import('./clients.ts')
  return browserClients(settings)
}
