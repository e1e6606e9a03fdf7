import { failure } from '#domain/texts/toast.ts'
import type { Mailing, Outcome, Sending } from './queries.ts'
import type { countTexts as countsInEnglish, rareCountTexts as rareCountsInEnglish } from './texts.ts'

export const ledgerTexts = {
  open: 'Envíos',
  title: 'Envíos',
  tabs: 'Envíos y destinatarios',
  mailings: 'Envíos',
  recipients: 'Destinatarios',
  loading: 'Cargando envíos',
  loadingRecipients: 'Cargando destinatarios',
  loadFailed: failure('No se pudieron cargar los envíos'),
  empty: 'Todavía no se envió nada',
  emptyBody: 'El primer correo sale la mañana de su primer evento.',
  emptyAction: 'Abrir el calendario',
  noRecipients: 'Nadie recibe todavía correos de este calendario.',
  addPeople: 'Agregar personas',
  progress: (mailing: string) => `Progreso de ${mailing}`,
  progressCount: (settled: number, total: number) => `${settled} de ${total} listos`,
  waitsForReview: 'En espera de revisión',
  reviewBody:
    'Su primer correo a personas que no han confirmado espera una breve revisión. Quienes ya confirmaron lo reciben. Los mensajes cuyo día pasa antes se descartan.',
  refused: 'No se envió tras la revisión',
} as const

export function nameOf({ kind, sequence }: Pick<Mailing, 'kind' | 'sequence'>): string {
  const numbered = (name: string) => (sequence === 1 ? name : `${name} ${sequence}`)
  if (kind === 'test') return numbered('Prueba')
  if (kind === 'change') return numbered('Cambio')
  if (kind === 'alert') return numbered('Alerta')
  if (kind === 'evening') return numbered('La noche anterior')
  if (kind === 'weekly') return numbered('La semana que viene')
  if (kind === 'digest') return numbered('Resumen del día')
  return sequence === 1 ? 'Eventos del día' : `Eventos agregados ese día (${sequence})`
}

export const stateTexts: Record<Mailing['state'], string> = {
  waiting: 'Sin enviar',
  planned: 'En espera',
  sending: 'Enviando',
  finished: 'Terminado',
  held: 'Detenido',
  cancelled: 'Cancelado',
}

export const countTexts = [
  ['total', 'Total'],
  ['planned', 'Previstos'],
  ['sent', 'Enviados'],
  ['delivered', 'Entregados'],
  ['bounced', 'Devueltos'],
  ['failed', 'Fallidos'],
  ['opted_out', 'Cancelaron'],
] as const satisfies [(typeof countsInEnglish)[number][0], string][]

export const rareCountTexts = [
  ['expired', 'Vencidos'],
  ['cancelled', 'Cancelados'],
  ['uncertain', 'Entrega desconocida'],
] as const satisfies [(typeof rareCountsInEnglish)[number][0], string][]

export const outcomeTexts: Record<Outcome['state'], string> = {
  planned: 'Previsto',
  claimed: 'Previsto',
  committing: 'Enviando',
  sent: 'Enviado',
  delivered: 'Entregado',
  bounced: 'Devuelto',
  failed: 'Fallido',
  opted_out: 'Canceló',
  expired: 'Vencido',
  cancelled: 'Cancelado',
  uncertain: 'Entrega desconocida',
}

export const NOTHING_YET = 'Todavía no se envió nada'

export const sendingTexts = {
  on: 'El envío está activo',
  onBody: 'Los mensajes previstos salen en su día.',
  paused: 'El envío está en pausa',
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
