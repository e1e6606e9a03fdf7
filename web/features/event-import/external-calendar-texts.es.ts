import type { FetchProblem } from '../../../domain/event-import/problems.ts'
import { IMPORT_BYTES_MAX } from '../../../domain/limits.ts'
import { failure } from '../../../domain/texts/toast.ts'

export const fetchProblemTexts = {
  badAddress: 'No podemos leer este enlace. Debe empezar por https:// o http://.',
  closedAddress: 'El enlace lleva a una dirección que no es pública.',
  unreachable: 'No pudimos conectar con el otro servidor, o no respondió lo que esperábamos.',
  tooSlow: 'El otro servidor tardó demasiado en responder.',
  tooLarge: `El calendario externo es demasiado grande. El límite es de ${IMPORT_BYTES_MAX / 1024 / 1024} MB.`,
  redirects: 'El enlace redirige demasiadas veces.',
  notAllowed: 'El otro servidor no comparte este calendario públicamente.',
  notFound: 'No hay ningún calendario en esta dirección.',
  tooComplex: 'El calendario externo es demasiado complicado para importarlo.',
  unreadable: 'No podemos leer el calendario de esta dirección. Debe ser iCalendar (.ics).',
} as const satisfies Record<FetchProblem, string>

export function fetchProblemText(problem: string): string {
  return Object.hasOwn(fetchProblemTexts, problem)
    ? fetchProblemTexts[problem as FetchProblem]
    : fetchProblemTexts.unreachable
}

export const inboundFeedTexts = {
  title: 'Calendario externo',
  lead: 'Importe automáticamente los eventos de su enlace externo. Buscamos cambios cada pocas horas.',
  loading: 'Cargando calendario externo',
  check: 'Comprobar ahora',
  checking: 'Comprobando...',
  states: {
    none: 'Todavía sin conectar.',
    preview:
      'Esto es lo que encontramos. No se importa nada hasta que lo acepte; después, los cambios llegan automáticamente.',
    live: 'Los eventos se actualizan automáticamente.',
    held: 'Desaparecieron muchos eventos a la vez, así que aquí no cambiamos nada. Si está bien así, acéptelo.',
  },
  last: 'Últimos cambios',
  checked: (when: string) => `Última comprobación: ${when}`,
  fetched: (when: string) => `Última lectura: ${when}`,
  changed: (when: string) => `Último cambio: ${when}`,
  never: 'nunca',
  accept: 'Aceptar',
  accepting: 'Aceptando...',
  stop: 'Dejar de actualizar',
  stopped: { title: 'Ya no se actualiza', body: 'Los eventos importados hasta ahora se quedan.' },
  failed: failure('No se pudo comprobar el calendario externo'),
  loadFailed: failure('No se pudo cargar el calendario externo'),
} as const
