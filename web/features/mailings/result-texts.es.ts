import type { DeliveryReason } from '#domain/delivery-reasons.ts'
import { failure } from '#domain/texts/toast.ts'
import type { Delivery, Result } from './result-queries.ts'

export const resultTexts = {
  back: 'Todos los envíos',
  loading: 'Cargando destinatarios',
  loadFailed: failure('No se pudieron cargar los destinatarios'),
  list: 'Destinatarios',
  search: 'Buscar por nombre o dirección',
  nobodyFound: 'Nadie coincide.',
  recipientsRemoved: 'Ya no se guarda quién lo recibió. Las cifras se conservan.',
  everyone: 'Todos',
  results: { delivered: 'Enviados', waiting: 'En espera', failed: 'Fallidos', skipped: 'Omitidos' } satisfies Record<
    Result,
    string
  >,
  arrived: 'Entregado',
  filter: 'Resultado',
  member: 'Un miembro',
  tester: 'Quien pidió la prueba',
  browser: 'Un navegador',
  gone: 'Ya no está en la lista',
  resendAll: (count: number) => (count === 1 ? 'Reenviar a 1 persona' : `Reenviar a ${count} personas`),
  resendTitle: (count: number) => (count === 1 ? '¿Reenviar a 1 persona?' : `¿Reenviar a ${count} personas?`),
  resendBody: 'Solo a quienes no les llegó, y una sola vez. Quienes lo recibieron no reciben nada.',
  resend: 'Reenviar',
  resendOne: (who: string) => `Reenviar: ${who}`,
  resending: 'Enviando...',
  resent: (count: number) => ({
    title: 'Va en camino otra vez',
    body: count === 1 ? 'Lo intentamos una vez más con 1 persona.' : `Lo intentamos una vez más con ${count} personas.`,
  }),
  notResent: { title: 'No hay nada que enviar', body: 'Ya se reenvió, o su día terminó.' },
  resendFailed: failure('No se pudo reenviar'),
  remove: (who: string) => `Quitar a ${who} de la lista`,
  removed: { title: 'Quitado', body: 'Ya no recibirá nada de este calendario.' },
  removeFailed: failure('No se pudo quitar al destinatario'),
  channels: { email: 'Correo', sms: 'Mensaje de texto', push: 'Navegador' } satisfies Record<
    Delivery['channel'],
    string
  >,
} as const

export const reasonTexts: Record<DeliveryReason, string> = {
  no_such_address: 'La dirección no existe',
  no_such_domain: 'La parte después de la @ no existe',
  mailbox_full: 'Buzón lleno',
  refused_as_spam: 'Su proveedor de correo lo rechazó como no deseado',
  too_large: 'Demasiado grande para su buzón',
  no_such_phone: 'El número no existe',
  landline: 'Un teléfono fijo, que no recibe mensajes',
  phone_off: 'El teléfono estaba apagado o sin señal',
  carrier_blocked: 'Su compañía telefónica lo bloqueó',
  browser_gone: 'El navegador ya no acepta avisos',
  refused: 'Su servidor lo rechazó',
  no_answer: 'Su servidor no respondió',
  retrying: 'El primer intento falló; probamos otra vez',
  unknown_outcome: 'Enviado, pero no se sabe si llegó',
  opted_out: 'Canceló',
  bounced_before: 'Un correo anterior fue devuelto, por eso paramos',
  replied_stop: 'Respondió STOP',
  cannot_be_written_to: 'No podemos escribir a esta dirección',
  waits_for_yes: 'Falta que responda YES',
  not_asked: 'No ha respondido YES',
  day_over: 'Terminó antes de poder enviarse',
  events_removed: 'El evento terminó o se eliminó antes',
  switched_off: 'Se desactivó antes',
  not_approved: 'No se envió tras la revisión',
  cancelled: 'Ya no está en la lista, o se canceló',
}
