import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { follow as English } from './letters.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

const from = (network: string | null) => (network ? ` La solicitud llegó desde la dirección de red ${network}.` : '')

export const follow: typeof English = {
  confirmation: (calendar, url, network) => ({
    subject: `Por favor, confirme: seguir ${calendar}`,
    heading: `Seguir ${calendar}`,
    before: [
      `Alguien, probablemente usted, pidió recibir en esta dirección los avisos de eventos del calendario “${calendar}”. Por favor, confirme que los quiere.`,
    ],
    button: { label: 'Confirmar la suscripción', url },
    after: [
      `El enlace funciona una sola vez, durante ${HOURS} horas.`,
      'Si no fue usted, ignore este mensaje: sin el enlace no recibirá ningún aviso.',
    ],
    reason: `Recibe este único mensaje porque alguien escribió esta dirección para seguir “${calendar}”.${from(network)}`,
  }),

  several: (calendars, page, url, network) => ({
    subject: `Por favor, confirme: seguir ${calendars.length} calendarios${page ? ` de ${page}` : ''}`,
    heading: `Seguir ${calendars.length} calendarios`,
    before: [
      `Alguien, probablemente usted, pidió recibir en esta dirección los avisos de eventos de estos calendarios${page ? ` de la página del pueblo “${page}”` : ''}. Por favor, confirme que los quiere.`,
      ...calendars.map((calendar) => `• ${calendar}`),
    ],
    button: { label: 'Confirmar todos', url },
    after: [
      `El enlace funciona una sola vez, durante ${HOURS} horas. Más tarde puede dejar cada calendario con el enlace de sus mensajes.`,
      'Si no fue usted, ignore este mensaje: sin el enlace no recibirá ningún aviso.',
    ],
    reason: `Recibe este único mensaje porque alguien escribió esta dirección para seguir calendarios de ${page ? `la página del pueblo “${page}”` : 'una página del pueblo'}.${from(network)}`,
  }),

  already: (calendar, url) => ({
    subject: `Ya sigue ${calendar}`,
    heading: `Ya sigue ${calendar}`,
    before: [
      `Alguien, probablemente usted, pidió seguir el calendario “${calendar}” con esta dirección. Ya está en la lista, así que no tiene que hacer nada.`,
    ],
    button: { label: 'Elegir qué recibe', url },
    after: ['Si no fue usted, ignore este mensaje. La página no dijo que lo sigue.'],
    reason: `Recibe este mensaje porque sigue “${calendar}” y alguien escribió allí esta dirección.`,
  }),

  undo: (calendar, url) => ({
    subject: 'Se canceló su suscripción a un calendario',
    heading: 'Su suscripción se canceló',
    before: [
      `Alguien, probablemente usted, canceló la suscripción de esta dirección a los avisos del calendario “${calendar}”. Si es correcto, no tiene que hacer nada.`,
      'Si no fue usted, puede mantener su suscripción:',
    ],
    button: { label: 'Mantener mi suscripción', url },
    after: ['El enlace funciona una sola vez, durante 30 días.'],
    reason: `Recibe este único mensaje porque esta dirección seguía “${calendar}” y su suscripción se canceló sin un enlace de nuestros mensajes.`,
  }),

  stopped: (calendar, addresses, count, url) => ({
    subject: `${calendar}: ${count === 1 ? 'una baja' : `${count} bajas`} antes del primer mensaje`,
    heading: 'Bajas antes del primer mensaje',
    before: [
      `En los últimos siete días, ${count === 1 ? 'esta dirección se dio' : `estas ${count} direcciones se dieron`} de baja de “${calendar}” en nuestra página, sin un enlace de un mensaje. Todavía no han recibido nada del calendario, por eso no les escribimos para preguntar:`,
      ...addresses.map((address) => `• ${address}`),
      ...(count > addresses.length ? [`• y ${count - addresses.length} más`] : []),
    ],
    button: { label: 'Ver la lista', url },
    after: [
      'Allí cualquiera puede escribir una dirección. Si cree que una persona sí quiere los mensajes, pídale que siga el calendario en su página: solo ella puede deshacerlo.',
    ],
    reason: `Recibe este mensaje porque administra “${calendar}”.`,
  }),

  collected: (calendar, page, person, address, url) => ({
    subject: `${calendar} está en la página del pueblo ${page}`,
    heading: `Su calendario está en “${page}”`,
    before: [
      `${person} agregó “${calendar}” a la página del pueblo “${page}”, ${address}. Muestra juntos los eventos públicos de varios calendarios, y allí se puede seguir el suyo.`,
      'Si no lo desea, rechácelo: su calendario sale de la página en el acto y no se puede volver a agregar a ella.',
    ],
    button: { label: 'Ver o rechazar', url },
    after: ['Para seguir en ella no tiene que hacer nada.'],
    reason: `Recibe este mensaje porque es la persona propietaria de “${calendar}”.`,
  }),

  link: (url) => ({
    subject: 'Su enlace para dejar de recibir avisos',
    heading: 'Dejar de recibir avisos',
    before: [
      'Alguien, probablemente usted, pidió en nuestro sitio un enlace para dejar de recibir avisos en esta dirección. Muestra todos los calendarios que le escriben.',
    ],
    button: { label: 'Elegir o cancelar', url },
    after: ['Si usted no lo pidió, no tiene que hacer nada.'],
    reason:
      'Recibe este único mensaje porque esta dirección se escribió en nuestra página para cancelar suscripciones.',
  }),
}
