export const linkedTexts = {
  name: 'Su nombre',
  nameRequired: 'Escriba su nombre.',
  invalidLink: 'Este enlace no está completo. Ábralo otra vez desde el correo.',
} as const
