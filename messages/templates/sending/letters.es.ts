import { sending as english } from './letters.ts'

const reasons = {
  failing: 'todos los intentos fallaron, durante unos dos días',
  gone: 'la dirección respondió que ya no existe',
  left: 'quien lo agregó ya no administra el calendario',
}

export const sending: typeof english = {
  alertRefused: (calendar, title, problem, url) => ({
    subject: `NO SE ENVIÓ: ${title} (${calendar})`,
    heading: 'Su alerta no se envió',
    before: [`Nadie recibió “${title}”.`, `El motivo: ${problem}`],
    button: { label: 'Abrir la alerta', url },
    after: ['Si todavía hace falta, avise de otra manera hasta que se pueda enviar.'],
    reason: `Recibe este mensaje porque envió esta alerta de “${calendar}”.`,
  }),

  /** For operators, in English like their commands. */
  review: english.review,

  paused: (calendar, why, url, supportEmail) => ({
    subject: `El envío está en pausa para ${calendar}`,
    heading: 'El envío está en pausa',
    before: [
      `El calendario “${calendar}” no envía nada por el momento. Los mensajes cuyo día pase mientras tanto se descartan.`,
      `El motivo: ${why}`,
    ],
    button: { label: 'Abrir los envíos', url },
    after: [
      `Después de demasiados rebotes o denuncias de correo no deseado, el propietario puede reanudar el envío una vez, y las alertas siguen llegando a quienes confirmaron. En otro caso escriba a ${supportEmail}.`,
    ],
    reason: `Recibe este mensaje porque administra “${calendar}”.`,
  }),

  webhookOff: (calendar, host, reason, url) => ({
    subject: `Se desactivó un webhook de ${calendar}`,
    heading: 'Se desactivó un webhook',
    before: [
      `El calendario “${calendar}” ya no envía sus cambios a ${host}: ${reasons[reason]}.`,
      'El calendario y sus correos siguen igual. En los ajustes, en Webhooks, ve los últimos envíos, y puede activarlo de nuevo o quitarlo.',
    ],
    button: { label: 'Abrir los ajustes', url },
    after: [],
    reason: `Recibe este mensaje porque es la persona propietaria de “${calendar}”.`,
  }),
}
