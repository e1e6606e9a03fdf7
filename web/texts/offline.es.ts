export const offlineTexts = {
  banner: 'No hay conexión. Esto es lo último que vio.',
  refused: 'No hay conexión. No se envió ni se perdió nada: inténtelo de nuevo cuando tenga conexión.',
  head: { title: 'Sin conexión | Townbell', description: 'Lea sin conexión lo último que vio.' },
  title: 'No hay conexión',
  body: 'Todavía no ha abierto esta página en este dispositivo. Inténtelo de nuevo cuando tenga conexión.',
  seen: 'Puede leer estas',
  myCalendars: 'Mis calendarios',
} as const
