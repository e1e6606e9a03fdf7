import { TRIAL_CONTACTS } from '#domain/limits.ts'
import { failure } from '#domain/texts/toast.ts'

const contacts = (count: number) => (count === 1 ? '1 contacto' : `${count} contactos`)

export const dialogTexts = {
  email: 'Correo electrónico',
  add: 'Agregar correo',
  adding: 'Agregando...',
  remove: (address: string) => `Quitar ${address}`,
  count: (count: number) => contacts(count),
  phones: (count: number) => (count === 1 ? 'y 1 número de teléfono' : `y ${count} números de teléfono`),
  unreachable: { unsubscribed: 'Canceló la suscripción', suppressed: 'No se le puede escribir' },
  empty: 'Todavía no hay contactos. Agregue arriba la primera dirección.',
  loading: 'Cargando contactos',
  list: 'Contactos',
  limit: 'Contactos usados',
  undo: 'Deshacer',
  download: 'Descargar como CSV',
} as const

export const importTexts = {
  open: 'Agregar muchos a la vez',
  list: 'Direcciones y números de teléfono',
  listHint: 'Una dirección o un número por línea, o pegue desde una hoja de cálculo.',
  file: 'O elija un archivo (CSV o texto)',
  columns: { email: 'Columna de correos', phone: 'Columna de teléfonos' },
  noColumn: 'Ninguna',
  basis: '¿Cómo aceptaron recibir sus mensajes?',
  bases: {
    asked: 'Pidieron estos mensajes',
    members: 'Son parte de nuestro grupo y esperan estos mensajes',
    told: 'Se les informó y pudieron negarse',
  },
  check: 'Revisar la lista',
  checking: 'Revisando...',
  add: (count: number) => `Agregar ${contacts(count)}`,
  adding: 'Agregando...',
  progress: 'Contactos revisados',
  nobody: 'No se puede agregar a nadie de esta lista.',
  results: {
    added: (count: number) => (count === 1 ? '1 se puede agregar' : `${count} se pueden agregar`),
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
  left: 'Omitidos',
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
  limitReachedLink: 'Contáctenos para tener contactos sin límite',
  loadFailed: failure('No se pudieron cargar los contactos'),
  addFailed: failure('No se pudo agregar el correo'),
  removeFailed: failure('No se pudo quitar el contacto'),
  added: { title: 'Correo agregado a la lista de contactos' },
  removed: { title: 'Contacto quitado de la lista' },
  manageContactLists: 'Administrar listas de contactos',
} as const
