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

export const phoneTexts = {
  phone: 'Número de teléfono',
  hint: 'Incluya el código de país (por ejemplo, +1 para EE. UU.)',
  example: '(512) 476-1234 también sirve.',
} as const
