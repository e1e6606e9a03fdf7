import type { webhookOff as English } from './webhook-off.ts'

const reasons = {
  failing: 'todos los intentos fallaron, durante unos dos días',
  gone: 'la dirección respondió que ya no existe',
  left: 'quien lo agregó ya no administra el calendario',
}

export const webhookOff: typeof English = (calendar, host, reason, url) => ({
  subject: `Se desactivó un webhook de ${calendar}`,
  heading: 'Se desactivó un webhook',
  before: [
    `El calendario «${calendar}» ya no envía sus cambios a ${host}: ${reasons[reason]}.`,
    'El calendario y sus correos siguen igual. En los ajustes, en Webhooks, ve los últimos envíos, y puede activarlo de nuevo o quitarlo.',
  ],
  button: { label: 'Abrir los ajustes', url },
  after: [],
  reason: `Recibe este mensaje porque es la persona propietaria de «${calendar}».`,
})
