import type { ImportProblem } from '#domain/event-import/problems.ts'
import { CALENDAR_EVENTS_MAX, CALENDAR_SERIES_MAX, IMPORT_BYTES_MAX, IMPORT_EVENTS_MAX } from '#domain/limits.ts'
import { ruleProblemTexts } from '#domain/texts/recurrence.es.ts'
import { failure } from '#domain/texts/toast.ts'

export const importProblemTexts = {
  ...ruleProblemTexts,
  noTitle: 'No tiene título.',
  noStart: 'No tiene hora de inicio.',
  badTime: 'No podemos leer su fecha u hora.',
  unknownZone: 'No conocemos su zona horaria.',
  endsBefore: 'Termina antes de empezar.',
  tooLong: 'Dura más de 31 días.',
  outOfRange: 'Es anterior a 1970 o posterior a 2199.',
  private: 'Está marcado como privado.',
  range: 'Cambia a la vez varias fechas de un evento que se repite.',
  past: 'Terminó hace más de un año.',
  older: 'El calendario ya tiene una versión más reciente.',
  deletedHere: 'Se eliminó de este calendario.',
  tooMany: `Puede importar hasta ${IMPORT_EVENTS_MAX} eventos a la vez.`,
  tooManySeries: `Un calendario puede tener como máximo ${CALENDAR_SERIES_MAX} eventos que se repiten.`,
  tooManyDates: 'Tiene más fechas de las que se pueden importar a la vez.',
} as const satisfies Record<ImportProblem, string>

const events = (count: number) => (count === 1 ? '1 evento' : `${count} eventos`)
/** "1 evento agregado", "3 eventos agregados" */
const done = (count: number, participle: string) => `${events(count)} ${participle}${count === 1 ? '' : 's'}`

export const eventImportTexts = {
  title: 'Importar eventos',
  description: 'De un archivo de calendario (.ics) o una hoja de cálculo (CSV). Verá qué cambia antes de guardar nada.',
  file: 'Archivo',
  fileHint: `Casi todas las apps de calendario pueden exportar .ics. Los eventos que se repiten se siguen repitiendo. Hasta ${IMPORT_BYTES_MAX / 1024 ** 2} MB y ${IMPORT_EVENTS_MAX.toLocaleString('en-US')} eventos; en un calendario caben ${CALENDAR_EVENTS_MAX.toLocaleString('en-US')}.`,
  columns: {
    title: 'Columna del título',
    date: 'Columna de la fecha',
    start: 'Columna de la hora de inicio',
    end_date: 'Columna de la fecha de fin',
    end: 'Columna de la hora de fin',
    location_name: 'Columna del lugar',
    location: 'Columna de la dirección',
    link_url: 'Columna del enlace',
    description: 'Columna de la descripción',
    category: 'Columna de la categoría',
  },
  noColumn: 'Ninguna',
  order: 'Formato de fecha',
  orders: { mdy: 'Mes/día/año', dmy: 'Día/mes/año' },
  mailer: 'Incluir en el envío',
  mailerHint:
    'Los destinatarios reciben un aviso el día de cada evento. Si no, los eventos solo se ven en el calendario.',
  check: 'Revisar el archivo',
  checking: 'Revisando...',
  accept: (count: number) => `Importar ${events(count)}`,
  accepting: 'Importando...',
  results: {
    added: (count: number) => `${events(count)} por agregar`,
    changed: (count: number) => `${events(count)} por cambiar`,
    removed: (count: number) => `${events(count)} por quitar`,
    unchanged: (count: number) => `${events(count)} ya al día`,
    skipped: (count: number) => done(count, 'omitido'),
  },
  became: {
    added: (count: number) => done(count, 'agregado'),
    changed: (count: number) => done(count, 'cambiado'),
    removed: (count: number) => done(count, 'quitado'),
    unchanged: (count: number) => `${events(count)} ya al día`,
    skipped: (count: number) => done(count, 'omitido'),
  },
  kinds: { added: 'Nuevo', changed: 'Cambiado', removed: 'Quitado', unchanged: 'Sin cambios', skipped: 'Omitido' },
  list: 'Ver detalles',
  more: (count: number) => `y ${count} más`,
  untitled: 'Sin título',
  repeated: 'se repite',
  nothing: 'No hay nada que importar.',
  done: (added: number, changed: number) => ({
    title:
      changed === 0
        ? done(added, 'agregado')
        : `${done(added, 'agregado')}, ${changed} ${changed === 1 ? 'cambiado' : 'cambiados'}`,
  }),
  failed: failure(
    'No se pudieron importar los eventos. Compruebe que el archivo es iCalendar (.ics) o CSV y que tiene eventos.',
  ),
} as const
