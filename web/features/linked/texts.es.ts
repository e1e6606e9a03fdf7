export const linkedTexts = {
  email: 'Correo electrónico',
  lead: 'Le enviaremos un correo para confirmar. No necesita cuenta.',
  event: 'Ver el evento',
  change: 'Cambiar mi respuesta',
  save: 'Guardar cambios',
  saved: { title: 'Guardado' },
  taken: 'También se lo enviamos por correo, salvo que haya cancelado la suscripción.',
  noScript: 'Active JavaScript. Esta página lo necesita.',
} as const
