import { sentTexts } from '#domain/texts/sent-people.es.ts'
import { failure } from '#domain/texts/toast.ts'

/** Las palabras del detalle de un evento, y de moverlo y cancelarlo. */
export const quickTexts = {
  close: 'Cerrar',
  coming: 'Próximamente',
  page: 'Página del evento',
  rsvp: 'Quién viene',
  slots: 'Quién ayuda',
  edit: 'Editar',
  duplicate: 'Duplicar',
  move: 'Mover',
  moveOf: (title: string) => `Mover ${title}`,
  cancel: 'Cancelar…',
  delete: 'Eliminar',

  sent: sentTexts.sentTo,
  sentAt: (count: number, when: string) => `${sentTexts.sentTo(count)} ${when}`,
  goesTo: (count: number, when: string) => `Se envía a ${sentTexts.people(count)} ${when}`,
  goesSoon: 'Se envía dentro de 10 minutos',
  goesAt: (time: string) => `Se envía a las ${time}`,
  nobody: 'No se avisa a nadie; solo aparece en el calendario.',
  notSent: 'No se avisó a nadie.',
  at: (time: string) => `a las ${time}`,
  todayAt: (time: string) => `hoy a las ${time}`,
  tomorrowAt: (time: string) => `mañana a las ${time}`,
  onAt: (day: string, time: string) => `el ${day} a las ${time}`,

  moveTitle: 'Mover a otro día',
  moveTimeTitle: 'Mover a otra hora',
  dayLater: 'Un día después',
  weekLater: 'Una semana después',
  onlyThis: 'Solo se mueve esta fecha. Las demás se quedan.',
  moving: 'Moviendo...',
  moved: (title: string, day: string) => ({ title: 'Evento movido', body: `${title} ahora es el ${day}.` }),
  movedTime: (title: string, time: string) => ({ title: 'Evento movido', body: `Ahora es ${time}: ${title}.` }),

  cancelTitle: '¿Cancelar este evento?',
  cancelBody: (title: string, day: string) =>
    `“${title}” del ${day} se queda en el calendario, marcado como cancelado.`,
  cancelEvent: 'Cancelar evento',
  cancelling: 'Cancelando...',
  keepEvent: 'No cancelar',
  cancelScope: '¿Qué fechas cancelar?',
  cancelled: { title: 'Evento cancelado' },

  undone: { title: 'Cambio deshecho' },
  undoFailed: failure('No se pudo deshacer el cambio'),
} as const
