import type { GuestAudience } from '#domain/guest-audiences.ts'
import { sentTexts } from '#domain/texts/sent-people.ts'
import { failure } from '#domain/texts/toast.ts'

export const guestTexts = {
  open: 'Escribir a los invitados',
  title: 'Escribir a los invitados',
  lead: (calendar: string) =>
    `Un correo para cada persona, de “${calendar} via Townbell”. Nadie ve la dirección de los demás, y las respuestas llegan al correo de contacto del calendario.`,
  to: 'Para quienes',
  audiences: {
    going: 'Vienen',
    maybe: 'Quizás vienen',
    waiting: 'Están en espera',
    helping: 'Ayudan',
  } satisfies Record<GuestAudience, string>,
  messageHint: 'El correo dice el evento, su fecha y su nombre.',
  when: 'Cuándo',
  later: 'En 10 minutos',
  laterHint: 'Hasta entonces lo puede deshacer.',
  now: 'Ahora',
  submit: (people: number) => `Enviar a ${sentTexts.people(people)}`,
  counting: 'Enviar',
  nobody: 'Nadie de ellos dejó una dirección.',
  noAudience: 'Elija quién lo recibe para continuar.',
  unsubscribed: (count: number) =>
    count === 1
      ? '1 persona canceló su suscripción a este calendario y no recibe nada.'
      : `${count} personas cancelaron su suscripción a este calendario y no reciben nada.`,
  withoutAddress: (count: number) =>
    count === 1 ? '1 persona no dejó ninguna dirección.' : `${count} personas no dejaron ninguna dirección.`,
  waits: (people: number) => ({
    title: 'El mensaje espera 10 minutos',
    body: `Después sale para ${sentTexts.people(people)}. Lo puede deshacer aquí o en Envíos.`,
  }),
  leaving: (people: number) => ({ title: 'El mensaje está saliendo', body: `Para ${sentTexts.people(people)}.` }),
  failed: failure('No se pudo enviar el mensaje.'),
  waiting: (title: string, time: string, people: number) =>
    `El mensaje sobre “${title}” sale a las ${time} para ${sentTexts.people(people)}`,
  undo: 'Deshacer',
  sendNow: 'Enviar ahora',
  withdrawn: { title: 'Mensaje no enviado', body: 'Nadie lo recibe.' },
  undoFailed: failure('No se pudo deshacer el mensaje.'),
  sendFailed: failure('No se pudo enviar ahora. Sale a su hora.'),
} as const
