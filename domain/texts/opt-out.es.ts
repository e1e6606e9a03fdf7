export const optOutTexts = {
  invalidEmail: 'El correo electrónico no es válido',
  invalidAddress: 'Escriba un correo electrónico o un teléfono de Estados Unidos o Canadá',
  linkSent: 'Si enviamos avisos a este correo o teléfono, recibirá un enlace en un minuto.',
  noChannel: 'Elija qué quiere dejar de recibir',
  invalidCalendar: 'El número del calendario no es válido',
  success: 'Ha cancelado su suscripción a los avisos.',
  already: 'Ya había cancelado su suscripción a estos avisos.',
  tooMany:
    'Hoy se canceló la suscripción de este correo a muchos calendarios. Use el enlace de un mensaje del calendario.',

  undone: 'Está suscrito de nuevo a los avisos.',
  undoNotFound: 'Este enlace ya se usó o dejó de ser válido.',
} as const
