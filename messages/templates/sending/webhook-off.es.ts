import type { webhookOff as English } from './webhook-off.ts'

export const webhookOff: typeof English = (calendar, host, url) => ({
  subject: `Se desactivó un webhook de ${calendar}`,
  heading: 'Se desactivó un webhook',
  before: [
    `El calendario «${calendar}» ya no envía sus cambios a ${host}: todos los intentos fallaron, durante unos dos días, o la dirección respondió que ya no existe.`,
    'El calendario y sus correos siguen igual. En los ajustes, en Webhooks, ve qué falló, y puede activarlo de nuevo o quitarlo.',
  ],
  button: { label: 'Abrir los ajustes', url },
  after: [],
  reason: `Recibe este mensaje porque es la persona propietaria de «${calendar}».`,
})
