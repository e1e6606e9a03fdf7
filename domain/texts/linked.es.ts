export const linkedTexts = {
  name: 'Su nombre',
  nameRequired: 'Escriba su nombre.',
  notSent: 'No se pudo enviar. Revise lo que escribió.',
  invalidLink: 'Este enlace no está completo. Ábralo otra vez desde el correo.',
} as const
