import { failure } from '#domain/texts/toast.ts'

export const pollPageTexts = {
  head: (title: string, name: string) => ({
    title: `${title}: elegir una fecha | Townbell`,
    description: `Diga qué fecha le conviene: “${title}”, ${name}. No necesita cuenta.`,
  }),
  help: 'Ayude a elegir una fecha',
  answered: (count: number) =>
    count === 0
      ? 'Todavía no ha respondido nadie.'
      : `${count} ${count === 1 ? 'persona ha' : 'personas han'} respondido.`,
  counts: (yes: number, maybe: number) => `${yes} sí, ${maybe} quizás`,
  send: 'Enviar respuesta',
  failed: failure('No se pudo guardar su respuesta.'),
  saved: { title: 'Guardado', body: 'Los organizadores ven su respuesta.' },
  isEvent: 'La fecha está elegida.',
  back: 'Volver al calendario',
} as const

export const pollLinkTexts = {
  title: 'Su respuesta',
  loading: 'Cargando su respuesta',
  notYet: 'Revise su respuesta y confírmela.',
  confirmed: 'Su respuesta cuenta. ¡Gracias!',
  change: 'Puede cambiarla con este enlace mientras la encuesta esté abierta.',
  confirm: 'Confirmar respuesta',
  remove: 'Borrar mi respuesta',
  removed: 'Su respuesta está borrada.',
  removedBody: 'Ya no guardamos su nombre y dirección para ella.',
  poll: 'Ver la encuesta',
} as const
