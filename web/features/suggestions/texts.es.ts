export const suggestFieldTexts = {
  title: '¿Qué es?',
  day: 'Fecha',
  start: 'Empieza',
  end: 'Termina',
  endDay: 'Último día',
  allDay: 'Todo el día',
  endsLater: 'Termina otro día',
  place: 'Lugar',
  placeHint: 'Por ejemplo, “Alcaldía”.',
  address: 'Dirección',
  description: 'Descripción',
  link: 'Sitio web',
  emailHint: 'Solo lo ven los organizadores. Le enviamos un enlace para confirmar.',
} as const

export const suggestPageTexts = {
  head: (name: string) => ({
    title: `Sugerir un evento para ${name} | Townbell`,
    description: `Sugiera un evento para el calendario “${name}”. No necesita cuenta.`,
  }),
  lead: (name: string) =>
    `Los organizadores de “${name}” lo revisan antes de que se muestre en el calendario. No necesita cuenta.`,
  about: 'Sobre usted',
  send: 'Enviar sugerencia',
  sent: 'Revise su correo',
  sentBody: 'Su sugerencia llega a los organizadores cuando abra el enlace que le enviamos y la confirme.',
  another: 'Sugerir otro evento',
  back: 'Volver al calendario',
  duplicates: '¿Es uno de estos? Ya están en el calendario ese día.',
  noScript: 'Active JavaScript para sugerir un evento.',
} as const

export const suggestionPageTexts = {
  title: 'Su sugerencia',
  loading: 'Cargando su sugerencia',
  states: {
    unconfirmed: 'Revise su sugerencia y confírmela.',
    pending: 'Los organizadores tienen su sugerencia.',
    change: 'Los organizadores tienen su cambio.',
    accepted: 'Su sugerencia está en el calendario.',
    declined: 'Su sugerencia no se aceptó.',
  },
  pendingBody: 'Le escribiremos cuando decidan. Hasta entonces puede cambiarla o borrarla.',
  acceptedBody: 'Si algo cambia, cámbielo aquí. Los organizadores lo revisan antes de que se muestre.',
  declinedBody: 'Puede cambiarla y enviarla otra vez.',
  reason: (reason: string) => `Motivo: ${reason}`,
  confirm: 'Confirmar sugerencia',
  propose: 'Proponer este cambio',
  again: 'Enviar otra vez',
  remove: 'Borrar mi sugerencia',
  removed: 'Su sugerencia está borrada.',
  removedBody: 'Ya no guardamos su nombre ni su dirección. Lo que está en el calendario se queda.',
  calendar: 'Ver el calendario',
} as const
