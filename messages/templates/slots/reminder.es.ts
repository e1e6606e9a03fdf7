import type { reminder as English } from './reminder.ts'

export const reminder: typeof English = ({ event, when, calendar, slots, url }) => ({
  subject: `Mañana: ${event}`,
  heading: 'Se apuntó para mañana',
  before: [`${event}. ${when}.`, `Se apuntó para: ${slots.join(', ')}.`],
  button: { label: 'Ver, cambiar o devolver', url },
  after: ['Si no puede venir, devuélvalo con el enlace para que otra persona pueda tomarlo.'],
  reason: `Recibe este mensaje porque se apuntó para ayudar en un evento de «${calendar}».`,
})
