export const slotCardTexts = {
  title: 'Eche una mano',
  total: (taken: number, wanted: number) => `${taken} de ${wanted} cubiertos`,
  left: (left: number, wanted: number) => `${left === 1 ? 'Falta' : 'Faltan'} ${left} de ${wanted}`,
  taken: 'Completo',
  mine: (amount: number) => (amount === 1 ? 'Usted tiene uno' : `Usted tiene ${amount}`),
  signUp: 'Inscribirse',
  change: 'Cambiar',
  noScript: 'Active JavaScript para inscribirse.',
} as const

export const slotDialogTexts = {
  memberLead: 'Con 0 lo devuelve.',
  amount: '¿Cuántos?',
  save: 'Guardar',
  saved: 'Guardado',
} as const

export const slotPageTexts = {
  head: { title: 'Su inscripción | Townbell', description: 'Confirme, cambie o devuelva lo que tomó.' },
  title: 'Su inscripción',
  loading: 'Cargando su inscripción',
  notYet: 'Revise lo que toma y confírmelo.',
  confirmed: 'Está en la lista. ¡Gracias!',
  helping: (lines: string) => `Usted ayuda: ${lines}`,
  bringing: (lines: string) => `Usted trae: ${lines}`,
  onlyBack: 'Es tarde para tomar más, pero todavía puede devolver algo.',
  fewer: (line: string) => `Menos: ${line}`,
  more: (line: string) => `Más: ${line}`,
  hint: (left: number) => (left === 0 ? 'No falta nada' : left === 1 ? 'Falta 1' : `Faltan ${left}`),
  swap: 'Para cambiar, baje un número y suba otro.',
  confirm: 'Confirmar inscripción',
  forget: 'Borrar mi inscripción',
  forgotten: 'Su inscripción se borró.',
  giveBack: 'Devolver todo',
  removed: 'Lo devolvió todo.',
  removedBody: 'Ahora puede tomarlo otra persona. Ya no guardamos su nombre ni su dirección para este evento.',
} as const
