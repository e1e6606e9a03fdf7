export const contactTexts = {
  name: 'Nombre',
  tag: 'Etiqueta',
  tagRequired: 'Escriba una etiqueta',
  tooManyTags: (max: number) => `Un destinatario puede tener como máximo ${max} etiquetas`,
  invalidEmail: 'Escriba un correo electrónico válido',
  invalidPhone: 'Escriba un número de teléfono válido (se recomienda el formato E.164)',
  noMoreNumbers: 'Por ahora este calendario no puede aceptar más números de teléfono.',
} as const
