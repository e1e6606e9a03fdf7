import { ALERT_CONFIRM_FROM } from '#domain/limits.ts'
import { failure } from '#domain/texts/toast.ts'
import type { AlertTemplate } from './template.ts'
import type * as English from './texts.ts'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('es-US')} ${count === 1 ? one : many}`

export const composerTexts: typeof English.composerTexts = {
  title: 'Enviar una alerta',
  titles: {
    alert: (name) => `Alerta para ${name}`,
    update: (name) => `Novedades de la alerta para ${name}`,
    all_clear: (name) => `Fin de la alerta para ${name}`,
  },
  lead: 'Sale diez segundos después de presionar Enviar, por correo, mensaje de texto y navegador.',
  update: 'Enviar novedades',
  updateLead: (title) => `A quienes reciben alertas, como respuesta a “${title}”.`,
  allClear: 'Enviar el fin de la alerta',
  allClearLead: (title) => `A quienes recibieron “${title}”. La alerta termina.`,
  startFrom: 'Empezar con',
  blank: 'En blanco',
  headline: 'Titular',
  message: 'Mensaje',
  parts: (length, room, parts) => `${length} de ${room} caracteres, ${parts === 1 ? '1 mensaje' : `${parts} mensajes`}`,
  partsCut: 'Demasiado largo para un mensaje de texto. Termina con … y un enlace; el correo lo tiene todo.',
  until: 'Válida hasta',
  spans: { hour: 'Dentro de 1 hora', today: 'Fin del día de hoy', tomorrow: 'Fin del día de mañana', time: 'Una hora' },
  unchanged: 'Como antes',
  untilDay: 'Día',
  untilTime: 'Hora',
  place: 'Lugar (opcional)',
  who: 'Quién la recibe',
  everyone: 'Todos los que reciben alertas',
  counting: 'Contando…',
  emails: (count) => counted(count, 'correo', 'correos'),
  texts: (count) => counted(count, 'mensaje de texto', 'mensajes de texto'),
  pushes: (count) => counted(count, 'aviso del navegador', 'avisos del navegador'),
  leftOut: (unconfirmed, unsubscribed) =>
    `No la reciben: ${[
      ...(unconfirmed > 0 ? [`${counted(unconfirmed, 'teléfono', 'teléfonos')} sin confirmar`] : []),
      ...(unsubscribed > 0 ? [counted(unsubscribed, 'persona dada de baja', 'personas dadas de baja')] : []),
    ].join(', ')}.`,
  nobody: 'Nadie recibe todavía alertas de este calendario.',
  addPeople: 'Agregar personas',
  emergency: 'Emergencia: enviar mensajes también de noche',
  emergencyHint:
    'Solo para organismos públicos, y queda en el historial. Si no, donde es de noche los mensajes esperan hasta las 8 a.m.',
  quietHint: (count: number) =>
    `Aquí es de noche: hasta ${count === 1 ? '1 mensaje de texto espera' : `${count} mensajes de texto esperan`} a las 8 a.m. de cada teléfono.`,
  gotIt: (people: number) =>
    people === 1 ? '1 persona que recibió la alerta.' : `${people} personas que recibieron la alerta.`,
  confirmLegend: (people) => `Va a ${people.toLocaleString('es-US')} personas`,
  confirmHint: (people, name) => `Son más de ${ALERT_CONFIRM_FROM}: escriba ${people} o ${name} para confirmar.`,
  send: (people, name) => `Enviar a ${counted(people, 'persona', 'personas')} de ${name}`,
  sendPlain: 'Enviar',
  sending: 'Enviando...',
  cancel: 'Cancelar',
  sendFailed: failure('No se pudo enviar la alerta'),
  loadFailed: 'No se puede cargar esta alerta.',
  notAnAlert: 'No existe esta alerta, o ya no admite novedades.',
}

export const heldTexts: typeof English.heldTexts = {
  sendingIn: (left) => `Sale en ${left} …`,
  leaving: 'Enviando …',
  to: (people, name) => `Para ${counted(people, 'persona', 'personas')} de ${name}.`,
  nothingLeft: 'Todavía no ha salido nada.',
  undo: 'Deshacer',
  sendNow: 'Enviar ahora',
  hint: 'Deshacer le devuelve el borrador. Sale aunque cierre esta página.',
  undone: { title: 'No se envió', body: 'Nadie recibió nada.' },
  undoFailed: failure('No se pudo deshacer. Quizá ya salió.'),
  refused: 'No se envió',
  back: 'Volver al borrador',
  what: 'Lo que reciben',
  kinds: { alert: 'ALERTA', update: 'NOVEDADES DE LA ALERTA', all_clear: 'FIN DE LA ALERTA' },
}

export const previewTexts: typeof English.previewTexts = {
  title: 'Vista previa',
  text: 'Mensaje',
  email: 'Correo',
  push: 'Navegador',
  empty: 'Escriba un titular para ver lo que se recibe.',
  failed: 'Ahora no se puede mostrar la vista previa. Enviar sigue funcionando.',
  mail: 'El correo',
  inbox: 'Así se ve en la bandeja de entrada',
  now: 'Ahora',
}

export const resultTexts: typeof English.resultTexts = {
  preparing: 'Preparando…',
  review: 'Quienes nunca confirmaron su dirección la reciben cuando un operador la haya revisado.',
  paused: 'El envío está en pausa: no sale nada.',
  progress: 'Cuánto ha salido de la alerta',
  went: 'Enviados',
  waiting: 'En espera',
  failed: 'Fallidos',
  skipped: 'Dados de baja',
  waitingTexts: (count: number) =>
    `${count === 1 ? '1 mensaje de texto espera' : `${count} mensajes de texto esperan`} hasta las 8 a.m., donde es de noche.`,
  retrying: 'Lo que no se pudo entregar se intenta de nuevo.',
  failures: 'Sin entregar',
  someone: 'Un miembro',
  browser: 'Un navegador',
  noReason: 'Sin motivo',
  bounced: 'La dirección no funciona.',
  more: (count) => `y ${count} más`,
  resend: (count) =>
    count === 1 ? 'Enviar otra vez a 1 que no la recibió' : `Enviar otra vez a ${count} que no la recibieron`,
  resending: 'Enviando...',
  resent: (count) => ({
    title: count === 1 ? 'Se envía otra vez a 1 persona' : `Se envía otra vez a ${count} personas`,
  }),
  resendFailed: failure('No se pudo enviar otra vez'),
  next: '¿Y ahora?',
  update: 'Enviar novedades',
  allClear: 'Enviar el fin de la alerta',
  page: 'Ver la alerta',
  mailings: 'Todos los envíos',
  loadFailed: 'No se puede cargar el resultado.',
}

/** Without á, í, ó and ú: one of them halves what fits into a text. */
export const alertTemplates: readonly AlertTemplate[] = [
  {
    name: 'Hervir el agua',
    headline: 'Hierva el agua',
    message:
      'Hierva el agua del grifo durante un minuto antes de beber o cocinar. El agua embotellada es segura. Le avisaremos cuando vuelva a ser segura.',
  },
  {
    name: 'Calle cerrada',
    headline: 'Calle cerrada',
    message: 'La calle se encuentra cerrada. Use otra ruta y deje paso a los servicios de emergencia.',
  },
  {
    name: 'Escuela cerrada',
    headline: 'Escuela cerrada hoy',
    message: 'Hoy no hay clases ni actividades en la escuela. Los alumnos deben quedarse en casa.',
  },
  {
    name: 'Suspendido por lluvia',
    headline: 'Suspendido por lluvia',
    message: 'El partido de hoy se suspende por el mal tiempo. Le avisaremos cuando haya una nueva fecha.',
  },
]

export const allClearMessage = 'Ya ha terminado. No tiene que hacer nada. Gracias.'
