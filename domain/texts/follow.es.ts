import { failure } from './toast.ts'

export const followTexts = {
  invalidEmail: { title: 'Correo no válido', body: 'Escriba un correo electrónico válido' },
  invalidPhone: {
    title: 'Número de teléfono no válido',
    body: 'Escriba un número de teléfono válido (se recomienda el formato E.164)',
  },
  consentRequired: { title: 'Falta su permiso para SMS', body: 'Acepte recibir mensajes SMS para continuar.' },
  alreadySubscribed: {
    title: 'Ya está suscrito',
    body: 'Este correo ya está suscrito a este calendario.',
  },
  pending: {
    title: 'Confirmación pendiente',
    body: 'Ya le enviamos un correo de confirmación. Revise su bandeja de entrada.',
  },
  sent: {
    title: 'Correo de confirmación enviado',
    body: 'Revise su correo y haga clic en el enlace de confirmación para completar su suscripción.',
  },
  full: {
    title: 'Todos los lugares por correo están ocupados',
    body: 'Por ahora este calendario no tiene lugar para otra dirección de correo.',
  },
  waiting: {
    title: 'Está en la lista de espera',
    body: 'Le enviaremos un solo correo cuando haya un lugar. Hasta entonces no recibirá nada de nosotros.',
  },
  failed: failure('No pudimos procesar su solicitud. Inténtelo de nuevo.'),
} as const

export const confirmationTexts = {
  invalid: 'El enlace de confirmación no es válido',
  notFound: 'El enlace de confirmación no existe o ya se usó',
  expired: 'Este enlace de confirmación ha vencido. Solicite uno nuevo.',
  alreadySubscribed: 'Ya está suscrito a este calendario',
  full: 'Por ahora todos los lugares por correo de este calendario están ocupados. Está en la lista de espera: le escribiremos cuando haya uno.',
  subscribed: (calendar: string) => `Se ha suscrito a ${calendar}`,
  waitingFor: (calendars: string) => `En la lista de espera: ${calendars}.`,
} as const
