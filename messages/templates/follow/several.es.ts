import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { several as English } from './several.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

export const several: typeof English = (calendars, url, network) => ({
  subject: `Por favor, confirme: seguir ${calendars.length} calendarios`,
  heading: `Seguir ${calendars.length} calendarios`,
  before: [
    'Alguien, probablemente usted, pidió recibir en esta dirección los avisos de eventos de estos calendarios. Por favor, confirme que los quiere.',
    ...calendars.map((calendar) => `• ${calendar}`),
  ],
  button: { label: 'Confirmar todos', url },
  after: [
    `El enlace funciona una sola vez, durante ${HOURS} horas. Más tarde puede dejar cada calendario con el enlace de sus mensajes.`,
    'Si no fue usted, ignore este mensaje: sin el enlace no recibirá ningún aviso.',
    ...(network ? [`La solicitud llegó desde la dirección de red ${network}.`] : []),
  ],
  reason:
    'Recibe este único mensaje porque alguien escribió esta dirección para seguir calendarios de una página del pueblo.',
})
