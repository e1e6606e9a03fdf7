import { plainDay } from '#domain/date-words.ts'
import { EVENT_IMAGE_ALT_MAX } from '#domain/limits.ts'
import { previewProblemTexts } from '#domain/texts/events.es.ts'
import { sentTexts } from '#domain/texts/sent-people.es.ts'
import { failure } from '#domain/texts/toast.ts'
import { noticeTexts } from './notice-texts.es.ts'

export const panelTexts = {
  alertUpdate: 'Novedades',
  alertClear: 'Fin de la alerta',
  addPeople: 'Agregar personas',
  noEvents: 'No hay nada este día.',
  addHint: 'Agregue el primer evento.',
  loading: 'Cargando eventos',
  tryAgain: 'Intentar de nuevo',
  edit: (title: string) => `Editar ${title}`,
  duplicate: (title: string) => `Duplicar ${title}`,
  delete: (title: string) => `Eliminar ${title}`,
  notMailed: 'Fuera del envío',
  zone: (name: string) => `Horas en ${name}`,
  repeats: 'Se repite',
  sendNow: noticeTexts.alertNow,
  dayHint: 'Muestra los eventos del día',
  dayHintAdmin: 'Muestra los eventos del día; un día vacío abre Agregar evento',
} as const

/** La cuadrícula de horas de una semana o un día. */
export const templateTexts = {
  title: 'Título del evento para la vista previa',
  hint: 'Muestra la plantilla guardada con este título.',
} as const

export const dialogTexts = {
  addressHint: 'Calle, ciudad, estado',
  allDay: 'Todo el día',
  endDay: 'Fecha de fin',
  endsLater: 'Termina otro día',
  moreOptions: 'Más opciones',
  newDay: 'Nueva fecha',
  date: 'Fecha',
  changeDate: 'Cambiar la fecha',
  copyHint: 'La fecha de la copia. Todo lo demás se copia; puede cambiarlo a continuación.',
  chooseDay: 'Elija una fecha',
  goOn: 'Continuar',
  status: 'Estado',
  statusHints: {
    scheduled: 'Se celebra como se anunció.',
    cancelled: 'Sigue en el calendario, marcado como cancelado.',
    postponed: 'No se celebra entonces, y todavía no hay nueva fecha.',
    moved: 'Tiene otra hora u otro lugar. Puede cambiar su fecha.',
  },
  statusReasonHint: 'Por ejemplo: tormenta. Se muestra con el evento y en el aviso.',
  save: 'Guardar cambios',
  saving: 'Guardando...',
  previewing: 'Cargando vista previa...',
  deleteBody: (title: string, day: string) => `“${title}” del ${plainDay(day)} se eliminará para todos.`,
  deleting: 'Eliminando...',
  close: 'Cerrar',
} as const

export const draftTexts = {
  state: 'Borrador guardado',
  kept: 'Esto es lo que escribió antes. Todavía no está guardado.',
  startOver: 'Empezar de nuevo',
} as const

export const conflictTexts = {
  changed: { title: 'El evento cambió', body: 'Otra persona guardó este evento mientras usted lo editaba.' },
  title: 'Otra persona cambió este evento',
  body: 'Lo guardó después de que usted lo abrió. Elija qué conservar; nada se sobrescribe hasta que guarde.',
  mine: 'Conservar lo mío',
  theirs: 'Tomar lo suyo',
  time: 'Fecha y hora',
  empty: 'Vacío',
  yes: 'Incluido',
  no: 'No incluido',
} as const

export const mailerTexts = {
  emails: (count: number) => (count === 1 ? '1 correo' : `${count} correos`),
  texts: (count: number) => (count === 1 ? '1 mensaje de texto' : `${count} mensajes de texto`),
  both: (emails: string, texts: string) => `${emails} y ${texts}`,
  toTags: (messages: string, tags: readonly string[]) => `${messages} a ${tags.map((tag) => `“${tag}”`).join(', ')}`,
  audience: 'A quién se avisa',
  everybody: 'A todos',
  onlyTags: 'Solo a personas con una etiqueta',
  tagCount: (tag: string, count: number) => `${tag}: ${count}`,
  at: (weekday: string, day: string, time: string) => `${weekday} ${day}, ${time}`,
  past: (time: string) => `Ya pasaron las ${time}, así que sale en 10 minutos`,
  almost: (time: string) => `Ya casi son las ${time}, así que sale en 10 minutos`,
  sendLater: 'Enviar en 10 minutos',
  until: (time: string) => `A las ${time}; hasta entonces puede deshacerlo.`,
  tooLate: 'Para entonces ya terminó su día, así que no se avisa a nadie.',
  sendNow: 'Enviar ahora',
  sendAt: (time: string) => `Enviar a las ${time}`,
  doNotSend: 'No enviar',
  onlyShows: 'Solo aparece en el calendario.',
  over: 'Ya terminó, así que no se avisa a nadie.',
  nobody: 'No se avisa a nadie; solo aparece en el calendario.',
  sent: (count: number) => `${sentTexts.sentTo(count)}.`,
} as const

export const eventTexts = {
  from: 'Desde',
  to: 'Hasta',
  notLoaded: 'No se pudieron cargar los eventos.',
  created: (title: string, date: string) => ({
    title: 'Evento creado',
    body: `${title} queda programado para el ${date}`,
  }),
  createFailed: failure('No se pudo crear el evento'),
  createFailedWith: (status: number) => `No se pudo crear el evento: ${status}`,
  updated: { title: 'Evento actualizado' },
  updateFailed: failure('No se pudo actualizar el evento'),
  deleted: { title: 'Evento eliminado' },
  deleteFailed: failure('No se pudo eliminar el evento'),
  loadFailed: failure('No se pudieron cargar los eventos'),

  addEvent: 'Agregar evento',
  addToday: 'Agregar un evento hoy',
  addEventOn: (date: string) => `Agregar evento - ${date}`,
  editEvent: 'Editar evento',
  deleteEvent: 'Eliminar evento',
  createEvent: 'Crear evento',
  creating: 'Creando...',
  cancel: 'Cancelar',
  importEvents: 'Importar eventos',
  changeSeveral: 'Editar varios eventos',
  print: 'Imprimir',
  includeInMailer: 'Incluir en el envío',
  eventTitle: 'Título del evento',
  category: 'Categoría',
  description: 'Descripción (opcional)',
  locationName: 'Nombre del lugar (opcional)',
  locationAddress: 'Dirección del lugar (opcional)',
  startTime: 'Hora de inicio',
  endTime: 'Hora de fin',
  noRecipientsBanner: {
    title: 'No hay destinatarios',
    body: 'Agregue primero correos de destinatarios en Administrar listas de contactos.',
  },
  noAccessToken: failure('No hay una sesión válida'),
} as const

export const dashboardPreviewProblemTexts = {
  ...previewProblemTexts,
  templateNotConfigured: { title: 'No hay plantilla', body: previewProblemTexts.templateNotConfigured.body },
  missingTitle: {
    title: 'Falta el título del evento',
    body: 'Escriba un título del evento para ver la vista previa',
  },
} as const

export const imageFieldTexts = {
  label: 'Imagen',
  hint: 'JPEG, PNG o WebP. Quitamos del archivo la ubicación y la fecha.',
  remove: 'Quitar imagen',
  adding: 'Agregando imagen...',
  added: 'Imagen agregada.',
  alt: 'Qué muestra la imagen',
  altHint: `Lo leen los lectores de pantalla, y se muestra si la imagen no se carga. Hasta ${EVENT_IMAGE_ALT_MAX} caracteres.`,
  failed: failure('No se pudo agregar la imagen. Use un JPEG, PNG o WebP sin animación e inténtelo de nuevo.'),
} as const

export const previewDialogTexts = {
  previewEmail: 'Vista previa del correo',
  emailPreview: 'Vista previa del correo',
  none: 'No hay vista previa',
  error: { title: 'Error de vista previa', body: 'No se pudo generar la vista previa del correo' },
} as const
