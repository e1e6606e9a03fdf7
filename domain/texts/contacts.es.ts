export const contactTexts = {
  invalidEmail: 'Escriba un correo electrónico válido',
  invalidPhone: 'Escriba un número de teléfono válido (se recomienda el formato E.164)',
} as const
