export const rsvpCardTexts = {
  title: '¿Va a venir?',
  wait: 'Todos los lugares están ocupados. Puede apuntarse a la lista de espera.',
  going: (count: number) => (count === 1 ? 'Va 1 persona' : `Van ${count} personas`),
  places: (count: number, capacity: number) => `${count} de ${capacity} lugares ocupados`,
  capacity: (capacity: number) => (capacity === 1 ? '1 lugar' : `${capacity} lugares`),
  until: (when: string) => `Responda antes de: ${when}`,
  noScript: 'Active JavaScript para responder.',
} as const

export const rsvpFieldTexts = {
  answer: 'Su respuesta',
  party: '¿Cuántos son?',
  partyHint: 'Usted y todas las personas que trae.',
  email: 'Correo electrónico',
} as const

export const rsvpDialogTexts = {
  lead: 'Le enviaremos un correo para confirmar. No necesita cuenta.',
  send: 'Enviar respuesta',
} as const

export const rsvpPageTexts = {
  head: { title: 'Su respuesta | Townbell', description: 'Confirme, cambie o borre su respuesta a un evento.' },
  title: 'Su respuesta',
  loading: 'Cargando su respuesta',
  notYet: 'Revise su respuesta y confírmela.',
  confirm: 'Confirmar respuesta',
  save: 'Guardar cambios',
  saved: 'Guardado',
  waitingBody: 'Todos los lugares están ocupados. Le escribiremos cuando tenga uno.',
  remove: 'Borrar mi respuesta',
  removed: 'Su respuesta está borrada.',
  removedBody: 'Ya no guardamos su nombre ni su dirección para este evento.',
  onlyNo: 'Es tarde para apuntarse, pero todavía puede decir que no viene.',
  event: 'Ver el evento',
  goHome: 'Ir al inicio',
  noScript: 'Active JavaScript. Esta página lo necesita para mostrar su respuesta.',
} as const
