import { failure } from '../../../domain/texts/toast.ts'
import type { WebhookDelivery, WebhookKind } from '../../../domain/webhooks.ts'
import type { webhookTexts as English } from './webhook-texts.ts'

const kinds: Record<WebhookKind, string> = {
  'event.created': 'Evento agregado',
  'event.changed': 'Evento cambiado',
  'event.cancelled': 'Evento cancelado o eliminado',
  'mailing.finished': 'Envío terminado',
  'follower.added': 'Seguidor nuevo',
  'rsvp.answered': 'Respuesta a “¿Va a venir?”',
}

const delivered: Record<WebhookDelivery['kind'], string> = {
  ...kinds,
  test: 'Prueba',
  'changes.skipped': 'Se omitieron cambios',
}

const problems: Record<string, string> = {
  unreachable: 'no se puede llegar a la dirección',
  tooSlow: 'sin respuesta en 10 segundos',
  closedAddress: 'la dirección no es pública',
  off: 'el webhook estaba desactivado',
}

export const webhookTexts: typeof English = {
  lead: 'Para programas: enviamos cada cambio de este calendario a una dirección suya, con firma. Nunca incluye nombres ni direcciones de personas.',
  docs: 'Cómo lo leen los programas (en inglés)',
  none: 'Este calendario no tiene webhooks.',
  list: 'Webhooks',
  add: 'Agregar webhook',
  url: 'Dirección',
  urlHint: 'Empieza por https://. Le enviamos JSON.',
  kinds: 'Qué enviamos',
  kind: kinds,
  save: 'Guardar',
  cancel: 'Cancelar',
  change: 'Cambiar',
  isOn: 'Activado',
  addedBy: (name) => `Lo agregó ${name}`,
  test: 'Enviar una prueba',
  rotate: 'Clave nueva',
  remove: 'Quitar',
  secretHeading: 'Copie la clave ahora',
  secretBody: 'Con ella su programa comprueba las firmas. No la mostraremos otra vez.',
  rotatedBody: 'Con ella su programa comprueba las firmas. No la mostraremos otra vez; la anterior sirve un día más.',
  copy: 'Copiar',
  copied: { title: 'Clave copiada' },
  notCopied: { title: 'Copie la clave usted mismo' },
  done: 'Ya la copié',
  states: {
    on: 'Activado',
    retrying: 'Falla, lo intentamos de nuevo',
    admin: 'Desactivado',
    failing: 'Se desactivó: fallaba siempre',
    gone: 'Se desactivó: su dirección ya no existe',
    left: 'Se desactivó: quien lo agregó ya no administra',
  },
  log: 'Últimos envíos',
  logEmpty: 'Todavía no se envió nada.',
  delivered: (kind, count) => (count > 1 ? `${delivered[kind]} (${count})` : delivered[kind]),
  outcome: (state, attempts, status, error) => {
    const why = error === 'status' ? `respondió ${status}` : error ? problems[error] : null
    if (state === 'delivered') return `Entregado, respondió ${status}`
    if (state === 'failed') return `Falló: ${why}`
    return attempts > 0 ? `Lo intentamos de nuevo: ${why}` : 'En espera'
  },
  again: 'Enviar otra vez',
  tested: { title: 'La prueba va en camino' },
  resent: { title: 'Va en camino otra vez' },
  saved: { title: 'Webhook guardado' },
  removed: { title: 'Webhook quitado' },
  removeQuestion: '¿Quitar este webhook?',
  removeBody: 'Ya no se le envía nada, y se borra su registro.',
  failed: failure('No se pudo cambiar el webhook'),
  loadFailed: 'No se pudieron cargar los webhooks.',
  problems: {
    TB084: 'Escriba una dirección que empiece por https://.',
    TB085: 'Elija qué enviamos.',
    TB086: 'Un calendario puede tener 5 webhooks. Quite uno primero.',
    TB087: 'Este webhook está desactivado. Actívelo primero.',
  },
}
