import type { EventCategory } from '../categories.ts'

export const categoryNames: Record<EventCategory, string> = {
  Event: 'Evento',
  Alert: 'Alerta',
  Notice: 'Aviso',
  FYI: 'Información',
}
