import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { confirmation as English } from './confirmation.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

export const confirmation: typeof English = (calendar, url, network) => ({
  subject: `Por favor, confirme: seguir ${calendar}`,
  heading: `Seguir ${calendar}`,
  before: [
    `Alguien, probablemente usted, pidió recibir en esta dirección los avisos de eventos del calendario «${calendar}». Por favor, confirme que los quiere.`,
  ],
  button: { label: 'Confirmar la suscripción', url },
  after: [
    `El enlace funciona una sola vez, durante ${HOURS} horas.`,
    'Si no fue usted, ignore este mensaje: sin el enlace no recibirá ningún aviso.',
    ...(network ? [`La solicitud llegó desde la dirección de red ${network}.`] : []),
  ],
  reason: `Recibe este único mensaje porque alguien escribió esta dirección para seguir «${calendar}».`,
})
