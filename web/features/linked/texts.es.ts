export const linkedTexts = {
  email: 'Correo electrónico',
  lead: 'Le enviaremos un correo para confirmar. No necesita cuenta.',
  event: 'Ver el evento',
  save: 'Guardar cambios',
  saved: { title: 'Guardado' },
  noScript: 'Active JavaScript. Esta página lo necesita.',
} as const
