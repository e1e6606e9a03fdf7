import type { EventProblem, PreviewProblem } from './events.ts'

export type { EventProblem, PreviewProblem } from './events.ts'

export const eventProblemTexts = {
  noRecipients: {
    title: 'No hay destinatarios',
    body: 'Agregue correos de destinatarios a su lista de contactos antes de crear eventos.',
  },
  pastDay: { title: 'La fecha ya pasó', body: 'Elija hoy o un día posterior.' },
  pastEvent: {
    title: 'Un evento pasado no se puede editar',
    body: 'Solo se pueden editar eventos de hoy o de días futuros.',
  },
  missingTitle: { title: 'Falta el título', body: 'Escriba un título' },
  missingStartTime: { title: 'Falta la hora de inicio', body: 'Elija una hora de inicio' },
  missingEndTime: { title: 'Falta la hora de fin', body: 'Elija una hora de fin' },
  missingCategory: { title: 'Falta la categoría', body: 'Elija una categoría' },
  invalidTime: { title: 'Hora no válida', body: 'La hora de fin debe ser posterior a la de inicio' },
  tooLong: { title: 'Hora no válida', body: 'Un evento puede durar hasta 31 días' },
  fixedDay: { title: 'Error', body: 'La fecha del evento no se puede cambiar.' },
} as const satisfies Record<EventProblem, { title: string; body: string }>

export const eventDayTexts = { outOfRange: 'Elija un día entre 1970 y 2199' } as const

export const previewTexts = {
  failed: { title: 'No hay vista previa', body: 'No se pudo generar la vista previa del correo' },
} as const

const addTemplate =
  'Agregue un identificador de plantilla de SendGrid en la configuración del calendario antes de ver la vista previa.'

export const previewProblemTexts = {
  templateNotConfigured: { title: 'Falta configurar la plantilla', body: addTemplate },
  missingTitle: { title: 'Falta el título', body: 'Escriba un título para ver la vista previa' },
  missingStartTime: { title: 'Falta la hora de inicio', body: 'Elija una hora de inicio para ver la vista previa' },
  missingEndTime: { title: 'Falta la hora de fin', body: 'Elija una hora de fin para ver la vista previa' },
  missingCategory: { title: 'Falta la categoría', body: 'Elija una categoría para ver la vista previa' },
} as const satisfies Record<PreviewProblem, { title: string; body: string }>
