import { TRIAL_CONTACTS } from '#domain/limits.ts'
import type { waiting as English } from './waiting.ts'

export const waiting: typeof English = (calendar, count, url) => ({
  subject:
    count === 1 ? `1 persona espera para seguir ${calendar}` : `${count} personas esperan para seguir ${calendar}`,
  heading: 'Su plan gratuito está lleno',
  before: [
    `${count === 1 ? '1 persona quiere' : `${count} personas quieren`} seguir «${calendar}» por correo, pero los ${TRIAL_CONTACTS} lugares del plan gratuito están ocupados.`,
    'Quite direcciones que ya no necesite o pídanos un plan más grande. A quienes esperan se les pregunta en orden, sin que usted haga nada.',
  ],
  button: { label: 'Ver sus destinatarios', url },
  after: ['No escribimos sobre esto más de una vez al día.'],
  reason: `Recibe este mensaje porque es la persona propietaria de «${calendar}».`,
})
