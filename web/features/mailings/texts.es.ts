import { clockTime, longDay, shortDay } from '#domain/date-words.ts'
import { dayInZone } from '#domain/dates.ts'
import type { Timing } from '#domain/recipient-choices.ts'
import { failure } from '#domain/texts/toast.ts'
import type { Mailing, Sending } from './queries.ts'

export const ledgerTexts = {
  open: 'Envíos',
  title: 'Envíos',
  mailings: 'Envíos',
  loading: 'Cargando envíos',
  loadFailed: failure('No se pudieron cargar los envíos'),
  empty: 'Todavía no se envió nada',
  emptyBody: 'Su primer correo sale el día de su primer evento.',
  emptyAction: 'Abrir el calendario',
  older: 'Mostrar anteriores',
  progress: (mailing: string) => `Progreso de ${mailing}`,
  waitsForReview: 'En espera de revisión',
  reviewBody:
    'Su primer correo a personas que no han confirmado espera una breve revisión. Quienes ya confirmaron lo reciben. Los mensajes cuyo día pasa antes se descartan.',
  refused: 'No se envió tras la revisión',
  tooLate: 'No se envió: ya había terminado',
} as const

const alertNames = { alert: 'Alerta', update: 'Novedades de la alerta', all_clear: 'Fin de la alerta' } as const

export function nameOf({ kind, sequence, alert_kind }: Pick<Mailing, 'kind' | 'sequence' | 'alert_kind'>): string {
  if (kind === 'alert') return alertNames[alert_kind ?? 'alert']
  // A page that was opened before an upgrade doesn't know the newest kind.
  const name = kindTexts[kind] ?? kindTexts.day_of
  if (sequence === 1) return name
  return kind === 'day_of' ? `Eventos agregados ese día (${sequence})` : `${name} ${sequence}`
}

const kindTexts: Record<Exclude<Mailing['kind'], 'alert'>, string> = {
  day_of: 'Eventos del día',
  test: 'Prueba',
  change: 'Cambio',
  evening: 'La noche anterior',
  hour: 'Una hora antes',
  weekly: 'La semana que viene',
  message: 'Mensaje a los invitados',
  digest: 'Resumen del día',
}

export const stateTexts: Record<Mailing['state'], string> = {
  waiting: 'Sin enviar',
  planned: 'En espera',
  sending: 'Enviando',
  finished: 'Terminado',
  held: 'Detenido',
  cancelled: 'Cancelado',
}

/** Names a mailing after its events; one without events after its kind. */
export function titleOf(mailing: Mailing): string {
  const { titles, events } = mailing
  if (titles.length === 0) return nameOf(mailing)
  return events > titles.length ? `${titles.join(', ')} y ${events - titles.length} más` : titles.join(', ')
}

/** "17 nov, 8:00 a. m.", or the day of a mailing that has not left. */
function whenOf({ started_at, day }: Mailing, zone: string): string {
  return started_at ? `${shortDay(dayInZone(started_at, zone))}, ${clockTime(started_at, zone)}` : longDay(day)
}

/** Says what kind it is, unless its title does, and when it left. */
export function subtitleOf(mailing: Mailing, zone: string): string {
  return mailing.titles.length > 0 ? `${nameOf(mailing)}, ${whenOf(mailing, zone)}` : whenOf(mailing, zone)
}

/** "46 correos, 1 mensaje" */
export function channelsOf({ emails, texts, pushes }: Mailing): string {
  return [
    ...(emails > 0 ? [`${emails} ${emails === 1 ? 'correo' : 'correos'}`] : []),
    ...(texts > 0 ? [`${texts} ${texts === 1 ? 'mensaje' : 'mensajes'}`] : []),
    ...(pushes > 0 ? [`${pushes} ${pushes === 1 ? 'navegador' : 'navegadores'}`] : []),
  ].join(', ')
}

export const barTexts = {
  sent: (count: number, total: number, isConfirmed: boolean) =>
    `${count} de ${total} ${isConfirmed ? 'entregados' : 'enviados'}`,
  failed: (count: number) => `${count} ${count === 1 ? 'fallido' : 'fallidos'}`,
  skipped: (count: number) => `${count} ${count === 1 ? 'omitido' : 'omitidos'}`,
  waiting: (count: number) => `${count} en espera`,
} as const

export const sendingTexts = {
  on: 'El envío está activo',
  onBody: 'Los mensajes previstos salen en su día. Una pausa descarta los que tocaban mientras tanto.',
  paused: 'El envío está en pausa',
  preview: 'Vista previa',
  pause: 'Pausar el envío',
  pausing: 'Pausando...',
  resume: 'Reanudar el envío',
  resuming: 'Reanudando...',
  pausedDone: {
    title: 'Envío en pausa',
    body: 'No se envía nada durante la pausa. Los mensajes cuyo día pasa se descartan.',
  },
  resumedDone: { title: 'Envío reanudado', body: 'Los mensajes en espera salen ahora.' },
  pauseFailed: failure('No se pudo cambiar el envío'),
  test: 'Enviarme una prueba',
  testing: 'Enviando...',
  tested: (email: string) => ({ title: 'La prueba va en camino', body: `La enviamos a ${email}.` }),
  testFailed: failure('No se pudo enviar la prueba'),
} as const

/** The server's sentences are English, so the person who paused it says which of ours is meant. An operator writes their own. */
export function pauseReason({ sending_paused_by, sending_paused_reason }: Sending): string {
  if (sending_paused_by === 'admin') return 'Lo pausó un administrador del calendario.'
  if (sending_paused_by === 'review') return 'Hubo demasiados rebotes o denuncias de correo no deseado.'
  if (sending_paused_by === 'suspension') return 'La cuenta del propietario está suspendida. Escríbanos.'
  return sending_paused_reason ?? ''
}

export function reviewText(_mailing: Mailing): string {
  return ledgerTexts.reviewBody
}

export function resumeText(pausedBy: NonNullable<Sending['sending_paused_by']>, canResume: boolean): string {
  if (pausedBy === 'review')
    return canResume
      ? 'Las alertas siguen llegando a quienes confirmaron. Depure antes su lista: usted puede reanudarlo una vez.'
      : 'Las alertas siguen llegando a quienes confirmaron. Solo el propietario puede reanudarlo, y una sola vez; después, escriba a atención al usuario.'
  return pausedBy === 'admin'
    ? 'Cualquier administrador puede reanudarlo.'
    : 'Solo nuestro equipo de atención puede reanudarlo.'
}

export const emailTexts = {
  label: 'Enviarme un correo el día de cada evento',
  hint: 'También alertas y cambios. Los administradores no ven su dirección.',
  noCalendars: 'Todavía no pertenece a ningún calendario.',
  on: (calendar: string) => ({ title: 'Correos activados', body: `Recibirá los correos de ${calendar}.` }),
  off: (calendar: string) => ({ title: 'Correos desactivados', body: `Ya no recibirá los correos de ${calendar}.` }),
  failed: failure('No se pudieron cambiar sus correos'),
  when: 'Cuándo',
  timings: {
    day_of: 'El mismo día, a la hora del calendario',
    evening: 'La noche anterior',
    hour: 'Una hora antes',
    weekly: 'Una vez a la semana',
    digest: 'En un correo diario',
  } satisfies Record<Timing, string>,
  more: 'Más opciones',
  moreHint: 'Qué tipos de eventos, una pausa, su idioma y cuándo: la página que tienen los seguidores.',
  reminderSaved: { title: 'Recordatorio cambiado', body: 'Vale desde el próximo correo.' },
} as const

export const textChoiceTexts = {
  add: 'Recibir también mensajes de texto',
  title: (calendar: string) => `Mensajes de texto de ${calendar}`,
  lead: 'Le enviamos un solo mensaje que le pide responder SÍ. Sin su respuesta no llega ninguno más.',
  ask: 'Enviar el mensaje',
  on: (phone: string) => `Los mensajes de texto van al ${phone}.`,
  waiting: (phone: string) => `Responda SÍ a nuestro mensaje al ${phone}.`,
  stopped: (phone: string) =>
    `${phone} respondió STOP. Envíe START al mismo número para volver a recibir mensajes de texto.`,
  stop: 'Detener los mensajes de texto',
  asked: {
    title: 'Responda SÍ',
    body: 'Los mensajes de texto empiezan cuando responda SÍ al nuestro. ¿No llegó? A un número le preguntamos tres veces al día como máximo.',
  },
  off: (calendar: string) => ({
    title: 'Mensajes de texto desactivados',
    body: `Ya no recibirá mensajes de texto de ${calendar}.`,
  }),
  failed: failure('No se pudieron cambiar sus mensajes de texto'),
} as const

export const pushTexts = {
  label: 'Avisarme en este navegador',
  hint: 'El día de cada evento, para todos sus calendarios.',
  blockedHint: 'Su navegador bloquea los avisos de este sitio. Permítalos primero en su configuración.',
  on: { title: 'Avisos activados', body: 'Este navegador le avisará el día de cada evento.' },
  off: { title: 'Avisos desactivados', body: 'Este navegador ya no le avisará.' },
  denied: { title: 'Avisos bloqueados', body: 'Su navegador no los permitió.' },
  failed: failure('No se pudieron cambiar los avisos de este navegador'),
} as const
