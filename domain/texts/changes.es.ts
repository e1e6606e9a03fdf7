import type { changeTexts as English } from './changes.ts'

// Without á, í, ó and ú where there is another word: one of them halves what fits into a text.

export const changeTexts: typeof English = {
  marks: {
    scheduled: '',
    cancelled: 'CANCELADO',
    postponed: 'APLAZADO',
    moved: 'CAMBIADO',
    full: 'COMPLETO',
    over: 'TERMINADO',
    changed: 'CAMBIO',
    alert: 'ALERTA',
    update: 'ALERTA ACTUALIZADA',
    all_clear: 'FIN DE LA ALERTA',
    confirmed: 'SIGUE EN PIE',
  },
  alertOver: 'Esta alerta ha terminado.',
  several: (mark, count, calendar) => `${mark}: ${count} eventos en ${calendar}`,
  planned: (when) => `Estaba previsto: ${when}`,
  reason: (reason) => `Motivo: ${reason}`,
  postponed: 'Se aplaza: no tiene lugar en esa fecha y por ahora no hay una nueva.',
  asPlanned: 'Se celebra como estaba previsto.',
  onAgain: 'Al final se celebra como estaba previsto.',
  when: (is) => `Fecha: ${is}`,
  where: (is) => `Lugar: ${is}`,
  nowhere: 'ya no se indica',
  before: (was) => ` (antes: ${was})`,
}
