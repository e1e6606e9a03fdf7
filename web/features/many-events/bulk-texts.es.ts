import type { BulkAction } from '../../../domain/bulk-change.ts'
import { failure } from '../../../domain/texts/toast.ts'

const events = (count: number) => (count === 1 ? '1 evento' : `${count} eventos`)
const plural = (count: number, one: string) => (count === 1 ? one : `${one}s`)

const did: Record<BulkAction, string> = {
  cancel: 'cancelado',
  postpone: 'aplazado',
  still_on: 'confirmado',
  category: 'cambiado',
  mailer: 'cambiado',
  delete: 'eliminado',
}

export const bulkTexts = {
  title: 'Editar varios eventos',
  description: 'Elija los días y un lugar, marque los eventos y diga qué pasa con ellos.',
  place: 'Lugar',
  anyPlace: 'Cualquier lugar',
  search: 'El título contiene',
  list: 'Eventos',
  all: (count: number) => `Seleccionar todos (${count})`,
  chosen: (count: number) => `${events(count)} ${plural(count, 'seleccionado')}`,
  none: 'No hay eventos en estos días.',
  action: 'Acción',
  actions: {
    cancel: 'Cancelar',
    postpone: 'Aplazar',
    still_on: 'Siguen en pie',
    category: 'Poner la categoría',
    mailer: 'Poner el envío',
    delete: 'Eliminar',
  },
  actionHints: {
    cancel: 'Siguen en el calendario, marcados como cancelados.',
    postpone: 'Siguen en el calendario, marcados como aplazados.',
    still_on: 'Los cancelados o aplazados vuelven a celebrarse; los demás se confirman.',
    category: '',
    mailer: '',
    delete: 'Puede restaurarlos durante 30 días.',
  },
  reason: 'Motivo',
  note: 'Unas palabras',
  reasonHint: 'Para todos, en el calendario y en el aviso.',
  noteHint: 'Para todos, en el aviso.',
  category: 'Categoría',
  mailer: 'Incluir en el envío',
  mailerHint:
    'Los destinatarios reciben un aviso el día de cada evento. Si no, los eventos solo se ven en el calendario.',
  notify: 'Avisar a quienes ya los conocen',
  notifyHint: 'En 10 minutos, un solo mensaje por persona con todos ellos. Hasta entonces puede deshacerlo.',
  submit: (action: BulkAction, count: number) => {
    const verbs = {
      cancel: 'Cancelar',
      postpone: 'Aplazar',
      still_on: 'Confirmar',
      category: 'Cambiar',
      mailer: 'Cambiar',
      delete: 'Eliminar',
    }
    return `${verbs[action]} ${events(count)}`
  },
  tickOne: 'Marque al menos un evento',
  working: 'Guardando...',
  done: (action: BulkAction, changed: number, skipped: number, notify: boolean) => ({
    title: `${events(changed)} ${plural(changed, did[action])}`,
    ...((skipped > 0 || notify) && {
      body: [
        ...(notify && changed > 0 ? ['Quienes ya los conocen recibirán un aviso en 10 minutos.'] : []),
        ...(skipped > 0 ? [`${events(skipped)} sin cambios: pasados, ya estaban así o los cambió otra persona.`] : []),
      ].join(' '),
    }),
  }),
  failed: failure('No se pudieron cambiar los eventos'),
  undone: (skipped: number) => ({
    title: 'Cambio deshecho',
    ...(skipped > 0 && {
      body: `${events(skipped)} que otra persona cambió después ${skipped === 1 ? 'se queda' : 'se quedan'} así.`,
    }),
  }),
  undoFailed: failure('No se pudo deshacer el cambio'),
} as const
