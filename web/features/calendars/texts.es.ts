import { PRODUCT_NAME } from '#domain/company.ts'
import { TRIAL_CALENDARS, TRIAL_CONTACTS } from '#domain/limits.ts'
import { failure } from '#domain/texts/toast.ts'
import { zoneLabel } from '#domain/time-zones.ts'

export const dashboardTexts = {
  townPages: 'Páginas del pueblo',
  title: `Mis calendarios | ${PRODUCT_NAME}, eventos para la comunidad`,
  pageDescription:
    'Eventos de la comunidad con avisos automáticos por correo y SMS: sus calendarios, sus eventos y sus destinatarios.',
  emptyBody: 'Cree uno, agregue a quienes debe llegar y publique su primer evento.',
  unconfirmedHint: 'Confirme primero su correo electrónico.',
  trialNotice: `Las cuentas gratis incluyen ${TRIAL_CALENDARS} calendario y ${TRIAL_CONTACTS} contactos por calendario.`,
  trialLink: 'Contáctenos para mejorar su plan',
  eventsThisMonth: (count: number) => (count === 1 ? 'evento este mes' : 'eventos este mes'),
  emails: (count: number) => (count === 1 ? 'correo' : 'correos'),
  phones: (count: number) => (count === 1 ? 'teléfono' : 'teléfonos'),
  owner: 'Propietario',
  admin: 'Administrador',
  member: 'Miembro',
  disabled: 'Desactivado',
  mailings: 'Envíos',
  tryAgain: 'Intentar de nuevo',
  loading: 'Cargando sus calendarios',
} as const

export const formTexts = {
  name: 'Nombre del calendario',
  description: 'Descripción',
  state: 'Estado',
  city: 'Ciudad',
  selectState: 'Elija un estado',
  selectCity: 'Elija una ciudad',
  guestsHint: 'Cualquiera puede encontrar el calendario y seguirlo por correo o mensaje de texto.',
  createLead: 'Todo esto se puede cambiar después en Configuración.',
  externalUrl: 'Enlace a un calendario externo',
  adminEmail: 'Correo de contacto',
  adminEmailHint: 'Aparece en la página pública para que puedan escribirle.',
  adminEmailMissing: 'Escriba un correo de administración',
  useOwnAddress: 'Usar mi correo',
  advanced: 'Avanzado',
  templateId: 'Identificador de plantilla de SendGrid',
  templateIdHint: `Déjelo así para usar el diseño de ${PRODUCT_NAME}.`,
  timeZone: 'Zona horaria',
  timeZoneOfCity: (zone: string) => `Las horas se muestran en ${zoneLabel(zone)}, la zona horaria de la ciudad.`,
  timeZoneChosen: (zone: string) =>
    `Las horas se muestran en ${zoneLabel(zone)}. Si la cambia, los eventos conservan su hora de reloj.`,
  hour: 'Hora del correo del día',
  hourNext: (hour: string) => `A las ${hour} sale el correo del día de un evento.`,
  hourNow: (hour: string) =>
    `Hoy ya pasaron las ${hour}: si hay algo hoy, su correo sale diez minutos después de guardar.`,
  hourTomorrow: (hour: string) => `La hora de hoy ya pasó: las ${hour} cuentan desde mañana.`,
  unitedStates: 'Estados Unidos',
  elsewhere: 'Otros lugares',
  save: 'Guardar configuración',
  saving: 'Guardando...',
  cancel: 'Cancelar',
  moreSettings: 'Sugerencias, webhooks e historial',
  history: 'Historial',
} as const

export const dangerTexts = {
  lead: 'También se eliminan sus eventos, destinatarios y miembros. Puede restaurarlo todo durante 30 días.',
  delete: 'Eliminar calendario',
  deleting: 'Eliminando...',
  question: (name: string) => `¿Eliminar “${name}”?`,
  typeName: (name: string) => `Escriba ${name} para confirmar`,
} as const

export const headingTexts = {
  editName: 'Cambiar el nombre del calendario',
  name: 'Nombre del calendario',
  editDescription: 'Cambiar la descripción',
  description: 'Descripción del calendario',
  save: 'Guardar',
  cancel: 'Cancelar',
} as const

export function titleOf(name: string): string {
  return `${name} | ${PRODUCT_NAME}`
}

export const memberCalendarHead = {
  title: titleOf('Calendario'),
  description: 'Los eventos de un calendario comunitario, mes a mes.',
  loading: 'Cargando calendario',
} as const

export const calendarScreenTexts = {
  created: (name: string) => ({ title: '¡Calendario creado!', body: `${name} está listo para trabajar en equipo.` }),
  createFailed: failure('No se pudo crear el calendario. Inténtelo de nuevo.'),
  listMeFailed: failure('No se pudo agregar el correo'),
  createFailedWith: (status: number, body: string) => `No se pudo crear el calendario: ${status} ${body}`,
  addMemberFailedWith: (status: number, body: string) => `No se pudo agregar el miembro: ${status} ${body}`,
  emailConfirmationRequired: {
    title: 'Falta confirmar su correo',
    body: 'Confirme su correo electrónico antes de crear calendarios.',
  },
  trialLimit: {
    title: 'Límite de la prueba',
    body: `Con una cuenta de prueba puede crear ${TRIAL_CALENDARS} calendario. Mejore su plan para crear más.`,
  },
  trialUnknown: failure('No se pudieron comprobar los límites de la prueba. Inténtelo de nuevo.'),
  loadAllFailed: failure('No se pudieron cargar los calendarios'),
  loadAllFailedWith: (status: number) => `No se pudieron cargar los calendarios: ${status}`,
  loadFailed: failure('No se pudo cargar el calendario'),
  accessDenied: { title: 'Sin acceso', body: 'No tiene acceso a este calendario.' },
  settingsUpdated: { title: 'Configuración guardada' },
  settingsFailed: failure('No se pudo guardar la configuración del calendario'),
  nameUpdated: { title: 'Nombre actualizado', body: 'Se guardó el nombre del calendario.' },
  nameFailed: failure('No se pudo actualizar el nombre. Inténtelo de nuevo.'),
  descriptionUpdated: { title: 'Descripción actualizada', body: 'Se guardó la descripción del calendario.' },
  descriptionFailed: failure('No se pudo actualizar la descripción. Inténtelo de nuevo.'),
  deleted: { title: 'Calendario eliminado' },
  deleteFailed: failure('No se pudo eliminar el calendario'),
  myCalendars: 'Mis calendarios',
  newCalendar: 'Nuevo calendario',
  createCalendar: 'Crear calendario',
  createNewCalendar: 'Crear un nuevo calendario',
  creating: 'Creando...',
  noCalendarsYet: 'Todavía no hay calendarios',
  allowGuests: 'Permitir que se unan invitados',
  selectStateFirst: 'Elija primero un estado',
  editCalendar: 'Editar calendario',
  manageRecipients: 'Administrar destinatarios',
  settings: 'Configuración',
  calendarSettings: 'Configuración del calendario',
  general: 'General',
  dangerZone: 'Zona de peligro',
  leave: 'Salir',
  back: 'Volver',
  addDescription: 'Haga clic para agregar una descripción',
  identifier: (identifier: number | string) => `#${identifier}`,
  noUserId: failure('No se pudo determinar su usuario. Inicie sesión de nuevo.'),
  freeAccount: 'Cuenta gratis',
  suggestions: 'Sugerencias',
} as const
