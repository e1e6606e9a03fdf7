import { failure } from '#domain/texts/toast.ts'

export const boardTexts = {
  title: 'Ayuda y cosas para traer',
  back: 'Volver al evento',
  lists: 'Listas',
  loadFailed: failure('No se pudieron cargar las listas.'),
  notFound: 'Este evento ya no existe.',
  none: 'Todavía no hay listas. Diga qué necesita el evento, y la gente se inscribe en su página.',
  nobody: 'Todavía nadie.',
  count: (taken: number, wanted: number) => `${taken} de ${wanted}`,
  columns: { list: 'Lista', what: 'Qué', name: 'Nombre', amount: 'Cuántos', email: 'Correo' },
  add: 'Agregar un nombre',
  addTo: (line: string) => `Agregar un nombre a ${line}`,
  name: 'Nombre',
  amount: '¿Cuántos?',
  save: 'Guardar',
  saveFailed: failure('No se pudo guardar el nombre.'),
  remove: 'Quitar',
  removeTitle: (name: string) => `¿Quitar a ${name}?`,
  removeHint: 'Todo lo que esta persona tomó en este evento queda libre. No se le avisa.',
  removed: (name: string) => ({ title: 'Nombre quitado', body: `${name} ya no está en las listas.` }),
  kept: (days: number) => `Los nombres se borran ${days} días después del evento.`,
} as const

export const slotEditorTexts = {
  title: 'Qué se necesita',
  hint: 'La gente se inscribe sin cuenta. Todos ven los números; los nombres, solo los administradores.',
  examples: { help: 'Parrilla 12–14 h', bring: 'Ensaladas' },
  what: 'Qué',
  wanted: 'Cuántos',
  whatOf: (list: string, number: number) => `Qué: ${list}, línea ${number}`,
  wantedOf: (list: string, number: number) => `Cuántos: ${list}, línea ${number}`,
  addLine: { help: 'Agregar una tarea', bring: 'Agregar una cosa' },
  removeLine: 'Quitar línea',
  repeats: 'También para las fechas siguientes de esta serie',
  save: 'Guardar listas',
  saved: { title: 'Guardado', body: 'La página del evento está al día.' },
  failed: failure('No se pudieron guardar las listas.'),
} as const

export const memberSlotTexts = {
  failed: failure('No se pudo guardar.'),
} as const
