import { PRODUCT_NAME } from '#domain/company.ts'
import { TRIAL_CONTACTS } from '#domain/limits.ts'
import { failure } from '#domain/texts/toast.ts'

const contacts = (count: number) => (count === 1 ? '1 contacto' : `${count} contactos`)

export const dialogTexts = {
  email: 'Correo electrónico',
  full: 'La lista está llena.',
  add: 'Agregar correo',
  adding: 'Agregando...',
  remove: (address: string) => `Quitar ${address}`,
  count: (count: number) => contacts(count),
  phones: (count: number) => (count === 1 ? 'y 1 número de teléfono' : `y ${count} números de teléfono`),
  empty: 'Todavía no hay contactos. Agregue arriba la primera dirección.',
  loading: 'Cargando contactos',
  list: 'Contactos',
  limit: 'Contactos usados',
  undo: 'Deshacer',
  download: 'Descargar como CSV',
} as const

export const peopleTexts = {
  addPeople: 'Agregar personas',
  growth: (more: number) => `${more > 0 ? '+' : '−'}${Math.abs(more)} en 13 semanas`,
  name: 'Nombre',
  nameOptional: 'Nombre (opcional)',
  nameHint: 'Solo lo ven los administradores de este calendario.',
  search: 'Buscar personas',
  sort: 'Ordenar',
  sorts: { newest: 'Primero los más nuevos', added: 'Primero los más antiguos', name: 'Por nombre' },
  state: 'Estado',
  everyone: 'Todos',
  states: {
    confirmed: 'Confirmados',
    added: 'Agregados por un administrador',
    waiting: 'Esperan el YES',
    bounced: 'Devueltos',
    unsubscribed: 'Dados de baja',
    suppressed: 'Bloqueados',
  },
  stateOf: {
    confirmed: (kind: 'email' | 'phone') => (kind === 'phone' ? 'Confirmado con YES' : 'Confirmado por enlace'),
    added: () => 'Agregado por un administrador',
    waiting: () => 'Espera el YES',
    bounced: () => 'Devuelto',
    unsubscribed: () => 'Dado de baja',
    suppressed: () => 'Bloqueado',
  },
  reasons: {
    since: (day: string) => `Desde el ${day}`,
    imported: (day: string) => `Importado el ${day}`,
    asked: (day: string) => `Preguntado el ${day}`,
    expired: 'No ha respondido',
    notAsked: 'Todavía no se le preguntó',
    left: (day: string) => `Dejó el calendario el ${day}`,
    too_many: (day: string) => `${day}: demasiados correos`,
    not_for_me: (day: string) => `${day}: no le interesa`,
    never_asked: (day: string) => `${day}: nunca lo pidió`,
    stop: (day: string) => `Respondió STOP el ${day}`,
    blocked: 'No se envía nada a esta dirección',
  },
  lastSent: (day: string) => `Enviado el ${day}`,
  neverSent: 'Nada enviado todavía',
  nobodyFound: 'Ninguna persona coincide.',
  tags: 'Etiquetas',
  tagsHint: 'Separe varias con comas.',
  noTag: 'Sin etiqueta',
  ask: 'Pedir el YES',
  askAgain: 'Pedir otra vez',
  askAll: (count: number) => `Pedir el YES a los ${count}`,
  askedNow: (addresses: string[]) => ({
    title:
      addresses.length === 1
        ? `${addresses[0]} recibe un mensaje que pide el YES`
        : `${addresses.length} personas reciben un mensaje que pide el YES`,
  }),
  notTexted: 'Los mensajes de texto solo van a celulares de EE. UU. y Canadá',
  askFailed: failure('No se pudo enviar el mensaje'),
  select: (address: string) => `Seleccionar ${address}`,
  selectPage: 'Seleccionar todos los de esta página',
  selectAll: (count: number) => `Seleccionar los ${count}`,
  selected: (count: number) => (count === 1 ? '1 seleccionado' : `${count} seleccionados`),
  bulk: 'Personas seleccionadas',
  addTag: 'Agregar etiqueta',
  removeTag: 'Quitar etiqueta',
  tagged: (count: number) => ({
    title: count === 1 ? 'Se cambiaron las etiquetas de 1 persona' : `Se cambiaron las etiquetas de ${count} personas`,
  }),
  remove: 'Quitar',
  removing: 'Quitando...',
  removeQuestion: (count: number) => (count === 1 ? '¿Quitar a 1 persona?' : `¿Quitar a ${count} personas?`),
  removeBody:
    'Ya no recibirán mensajes de este calendario. A los seguidores que confirmaron no se les puede devolver a la lista: deben seguirlo otra vez.',
  removed: (count: number) => ({ title: count === 1 ? 'Se quitó a 1 persona' : `Se quitó a ${count} personas` }),
  clear: 'Quitar la selección',
  edit: (address: string) => `Editar ${address}`,
  editTitle: 'Editar destinatario',
  save: 'Guardar',
  saving: 'Guardando...',
  saved: { title: 'Guardado' },
  saveFailed: failure('No se pudieron guardar los cambios'),
} as const

export const importTexts = {
  open: 'Agregar muchos a la vez',
  list: 'Direcciones y números de teléfono',
  listHint:
    'Una dirección o un número por línea, o pegue desde una hoja de cálculo, con nombres y etiquetas si los tiene.',
  file: `O elija un archivo (CSV, texto o una descarga de ${PRODUCT_NAME})`,
  columns: {
    email: 'Columna de correos',
    phone: 'Columna de teléfonos',
    name: 'Columna de nombres',
    lastName: 'Columna de apellidos',
    tags: 'Columna de etiquetas',
  },
  allColumns: 'Todas las columnas',
  noColumn: 'Ninguna',
  basis: '¿Cómo aceptaron recibir sus mensajes?',
  bases: {
    asked: 'Pidieron estos mensajes',
    members: 'Son parte de nuestro grupo y esperan estos mensajes',
    told: 'Se les informó y pudieron negarse',
  },
  noList: 'Pegue una lista o elija un archivo',
  noBasis: 'Indique cómo aceptaron recibir sus avisos',
  check: 'Revisar la lista',
  checking: 'Revisando...',
  add: (count: number) => `Agregar ${contacts(count)}`,
  adding: 'Agregando...',
  progress: 'Contactos revisados',
  nobody: 'No se puede agregar a nadie de esta lista.',
  results: {
    duplicate: (count: number) => (count === 1 ? '1 ya está en la lista' : `${count} ya están en la lista`),
    opted_out: (count: number) =>
      count === 1
        ? '1 canceló la suscripción (solo esa persona puede volver a suscribirse)'
        : `${count} cancelaron la suscripción (solo esas personas pueden volver a suscribirse)`,
    over_limit: (count: number) =>
      count === 1 ? '1 pasa del límite de la cuenta gratis' : `${count} pasan del límite de la cuenta gratis`,
    invalid: (count: number) =>
      count === 1 ? '1 no es un correo ni un teléfono válido' : `${count} no son un correo ni un teléfono válido`,
  },
  reasons: {
    duplicate: 'ya está en la lista',
    opted_out: 'canceló la suscripción',
    over_limit: 'pasa del límite de la cuenta gratis',
    invalid: 'no es un correo ni un teléfono válido',
  },
  summary: (rows: number, added: number, skipped: number) =>
    `${rows === 1 ? '1 fila' : `${rows} filas`}: ${added === 1 ? '1 se puede agregar' : `${added} se pueden agregar`}${skipped > 0 ? `, ${skipped} ${skipped === 1 ? 'omitido' : 'omitidos'}` : ''}`,
  noAddress: 'no tiene correo ni teléfono',
  notTexted: (count: number) =>
    `${count === 1 ? '1 teléfono no puede' : `${count} teléfonos no pueden`} recibir mensajes de texto: solo van a celulares de EE. UU. y Canadá`,
  left: 'Omitidos',
  saveSkipped: 'Descargar lo omitido',
  more: (count: number) => `y ${count} más`,
  done: (count: number) => ({ title: count === 1 ? 'Se agregó 1 contacto' : `Se agregaron ${count} contactos` }),
  failed: failure('No se pudieron importar los contactos'),
} as const

export const contactListTexts = {
  duplicate: failure('Este correo ya está en la lista de contactos'),
  trialLimit: {
    title: 'Límite de la prueba',
    body: `Con una cuenta de prueba puede agregar hasta ${TRIAL_CONTACTS} contactos por calendario. Mejore su plan para agregar más.`,
  },
  limitReached: `Límite de contactos alcanzado: las cuentas gratis admiten ${TRIAL_CONTACTS} contactos por calendario`,
  waiting: (count: number) => (count === 1 ? '1 persona espera un lugar.' : `${count} personas esperan un lugar.`),
  limitReachedLink: 'Contáctenos para tener contactos sin límite',
  loadFailed: failure('No se pudieron cargar los contactos'),
  addFailed: failure('No se pudo agregar el correo'),
  removeFailed: failure('No se pudo quitar el contacto'),
  added: { title: 'Correo agregado a la lista de contactos' },
  removed: { title: 'Contacto quitado de la lista' },
  manageContactLists: 'Administrar listas de contactos',
} as const
