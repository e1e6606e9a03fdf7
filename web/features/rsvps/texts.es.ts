export const rsvpCardTexts = {
  title: '¿Va a venir?',
  wait: 'Todos los lugares están ocupados. Puede unirse a la lista de espera.',
  going: (count: number) => (count === 1 ? 'Va 1 persona' : `Van ${count} personas`),
  places: (count: number, capacity: number) => `${count} de ${capacity} lugares ocupados`,
  capacity: (capacity: number) => (capacity === 1 ? '1 lugar' : `${capacity} lugares`),
  until: (when: string) => `Responda antes de: ${when}`,
  noScript: 'Active JavaScript para responder.',
  send: 'Enviar respuesta',
  join: 'Unirse a la lista de espera',
} as const

export const rsvpFieldTexts = {
  answer: 'Su respuesta',
  party: '¿Cuántos son?',
  partyHint: 'Usted y todas las personas que trae.',
} as const

export const rsvpPageTexts = {
  head: { title: 'Su respuesta | Townbell', description: 'Confirme, cambie o borre su respuesta a un evento.' },
  title: 'Su respuesta',
  loading: 'Cargando su respuesta',
  notYet: 'Revise su respuesta y confírmela.',
  notSaved: 'Para cambiar su respuesta, revísela y pulse “Guardar cambios”.',
  going: (guests: number) =>
    guests === 0
      ? 'Está en la lista.'
      : `Usted y ${guests === 1 ? '1 acompañante' : `${guests} acompañantes`} están en la lista.`,
  confirm: 'Confirmar respuesta',
  waitingBody: 'Todos los lugares están ocupados. Le escribiremos cuando tenga uno.',
  remove: 'Borrar mi respuesta',
  removed: 'Su respuesta está borrada.',
  removedBody: 'Ya no guardamos su nombre ni su dirección para este evento.',
  onlyNo: 'Es tarde para inscribirse, pero todavía puede decir que no va.',
} as const
