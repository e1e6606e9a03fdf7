import type { ImportProblem } from '../../../domain/event-import/problems.ts'
import {
  CALENDAR_EVENTS_MAX,
  CALENDAR_SERIES_MAX,
  IMPORT_BYTES_MAX,
  IMPORT_EVENTS_MAX,
} from '../../../domain/limits.ts'
import { ruleProblemTexts } from '../../../domain/texts/recurrence.es.ts'
import { failure } from '../../../domain/texts/toast.ts'

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
  description: 'Verá qué cambia antes de guardar nada, y después puede deshacer toda la importación.',
  from: '¿Dónde están sus eventos ahora?',
  sources: {
    google: 'Google Calendar',
    teamup: 'Teamup',
    outlook: 'Outlook',
    apple: 'Calendario de Apple',
    file: 'Un archivo',
    address: 'Una dirección web',
    past: 'El año pasado, en este calendario',
  },
  steps: {
    google: [
      'En una computadora, abra calendar.google.com y luego Configuración (el engranaje).',
      'Elija “Importar y exportar” y luego Exportar. Google guarda un archivo .zip.',
      'Abra el archivo .zip y elija abajo el archivo .ics de su calendario.',
    ],
    teamup: [
      'Abra su calendario de Teamup en un navegador y luego el menú de arriba a la derecha.',
      'Elija Exportar, las fechas que necesita, e iCalendar o CSV.',
      'Elija abajo el archivo guardado.',
    ],
    outlook: [
      'En Outlook para Windows o Mac, abra el calendario.',
      'Elija Archivo y luego Guardar calendario (en Mac: Exportar), con todo el calendario y todos los detalles.',
      'Elija abajo el archivo .ics. En outlook.com, publique el calendario y use “Una dirección web”.',
    ],
    apple: [
      'En una Mac, abra Calendario y seleccione su calendario a la izquierda.',
      'Elija Archivo, Exportar, Exportar.',
      'Elija abajo el archivo .ics. En un iPhone, haga público el calendario y use “Una dirección web”.',
    ],
    file: [
      'Los archivos de calendario (.ics) conservan repeticiones, lugares y enlaces.',
      'Las hojas de cálculo (CSV) necesitan una columna para el título y otra para la fecha.',
    ],
    address: [
      'Google: Configuración, su calendario, “Dirección secreta en formato iCal”.',
      'Teamup: Configuración, fuentes iCalendar.',
      'Outlook: Configuración, Calendarios compartidos, Publicar un calendario, el enlace ICS.',
      'Apple: comparta el calendario como calendario público y copie su enlace.',
    ],
    past: [
      'Le proponemos otra vez los eventos del año pasado, el mismo día de la semana del mes.',
      'Las imágenes, “¿Quién viene?” y las listas de ayudantes se copian, sin los nombres.',
    ],
  },
  address: 'Dirección',
  addressHint: 'La revisamos ahora y luego cada pocas horas. No se importa nada hasta que usted lo acepte.',
  connect: 'Guardar y revisar',
  connecting: 'Revisando...',
  ownerConnects: 'Solo el propietario de este calendario puede conectarlo a una dirección.',
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
  category: 'Categoría para todos los eventos',
  ownCategory: 'Como en el archivo',
  mailer: 'Incluir en el envío',
  mailerHint:
    'Los destinatarios reciben un aviso el día de cada evento. Si no, los eventos solo se ven en el calendario.',
  noFile: 'Elija un archivo',
  noColumns: 'Indique qué columnas tienen el título y la fecha',
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
  first: 'Primeros:',
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
  earlier: 'Importaciones anteriores',
  undoHint:
    'Deshacer quita los eventos de una importación que nadie ha cambiado después. Lo que cambió en eventos anteriores se queda. Nadie recibe un aviso.',
  undo: 'Deshacer importación',
  brought: (count: number, source: 'file' | 'feed' | 'copy') =>
    `${events(count)} ${{ feed: 'del calendario externo', file: 'de un archivo', copy: 'del año pasado' }[source]}`,
  wasUndone: (removed: number) => `Deshecha, ${done(removed, 'quitado')}`,
  undone: (removed: number, kept: number, titles: string[]) => ({
    title: `Importación deshecha, ${done(removed, 'quitado')}`,
    ...(kept > 0 && {
      body: `${events(kept)} con cambios ${kept === 1 ? 'se queda' : 'se quedan'}: ${titles.join(', ')}${kept > titles.length ? '…' : ''}`,
    }),
  }),
  undoFailed: failure('No se pudo deshacer la importación'),
  failed: failure(
    'No se pudieron importar los eventos. Compruebe que el archivo es iCalendar (.ics) o CSV y que tiene eventos.',
  ),
} as const
