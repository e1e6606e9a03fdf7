export const optOutTexts = {
  invalidEmail: 'El correo electrónico no es válido',
  invalidCalendar: 'El número del calendario no es válido',
  success: 'Ha cancelado su suscripción a los avisos.',
  already: 'Ya había cancelado su suscripción a estos avisos.',
  failed: 'No pudimos procesar su solicitud. Inténtelo de nuevo.',
  unsubscribe: 'Cancelar suscripción',
  returnHome: 'Volver al inicio',

  undo: 'Mantener mi suscripción',
  undone: 'Está suscrito de nuevo a los avisos.',
  undoNotFound: 'Este enlace ya se usó o dejó de ser válido.',
} as const
