export const preferenceTexts = {
  suppressed:
    'Por ahora no se envía nada a esta dirección, porque los mensajes fueron devueltos, marcados como spam o detenidos. Siga de nuevo un calendario para cambiarlo.',

  invalidLink: 'Este enlace está incompleto. Ábralo otra vez desde el mensaje.',
  expiredLink: 'Este enlace venció. Use el de un mensaje más reciente.',
  notFollowed: 'Con esta dirección no sigue este calendario.',
  noCategory: 'Elija al menos una categoría, o cancele la suscripción.',
  noChannel: 'Elija correo o mensaje de texto, o cancele la suscripción.',
  noTiming: 'Elija cuándo quiere recibir los avisos.',
  noDay: 'Escriba un día como 2025-07-04.',
  longPause: 'Una pausa dura un año como máximo. Para no recibir más mensajes, cancele la suscripción.',
  failed: 'No pudimos guardar sus opciones. Inténtelo de nuevo.',
} as const
