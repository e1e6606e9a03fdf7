import { IMPORT_BYTES_MAX } from '../limits.ts'

export const fileProblemTexts = {
  unreadable: 'No podemos leer este archivo. Debe ser iCalendar (.ics) o CSV.',
  empty: 'Este archivo no tiene eventos.',
  tooLarge: `Este archivo es demasiado grande. El límite es de ${IMPORT_BYTES_MAX / 1024 / 1024} MB.`,
  columns: 'Elija las columnas del título y de la fecha.',
  tooComplex: 'Este archivo es demasiado complicado para importarlo. Divídalo en archivos más pequeños.',
} as const

export const importTurnTexts = {
  own: 'Sus otras importaciones siguen en marcha. Inténtelo de nuevo en un minuto.',
  all: 'Muchas personas están importando eventos ahora. Inténtelo de nuevo en un minuto.',
  changing: 'Otra persona está cambiando este calendario ahora. Inténtelo de nuevo en un minuto.',
} as const

export const fileRefusals = {
  forbidden: 'Solo los administradores del calendario pueden importar eventos.',
  invalid: 'No pudimos importar estos eventos. Revise el archivo otra vez.',
}
