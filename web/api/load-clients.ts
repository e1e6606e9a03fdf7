import type { Clients } from './clients.ts'
import type { PublicSettings } from './settings.ts'

/** The signed-in clients, downloaded only now: for the few places of public pages that need them. */
export async function loadClients(settings: PublicSettings): Promise<Clients> {
  const { browserClients } = await import('./clients.ts')
  return browserClients(settings)
}
