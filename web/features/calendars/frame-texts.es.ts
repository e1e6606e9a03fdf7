export const frameTexts = {
  sections: 'Secciones del calendario',
  calendar: 'Calendario',
  people: 'Personas',
  mailings: 'Envíos',
  settings: 'Configuración',
  recipients: 'Destinatarios',
  members: 'Miembros',
  newEvent: 'Nuevo evento',
  newAlert: 'Nueva alerta',
  more: 'Más',
  newEventIn: 'Nuevo evento en',
  allCalendars: 'Todos los calendarios',
  switchCalendar: 'cambiar de calendario',
  find: 'Buscar entre sus calendarios',
  nothingFound: 'Ninguno de sus calendarios coincide.',
  viewPublicPage: 'Ver la página pública',
  suggestions: (count: number) => (count === 1 ? '1 sugerencia espera' : `${count} sugerencias esperan`),
} as const

export const upcomingTexts = {
  coming: 'Próximamente',
  nothing: 'Todavía no hay nada. Agregue el primer evento.',
  nothingForMembers: 'Todavía no hay nada.',
  nothingMore: 'No hay nada próximamente.',
  next: 'Próximo envío:',
  mailing: (when: string, events: number, people: number) =>
    `${when}, ${events} ${events === 1 ? 'evento' : 'eventos'}, ${people} ${people === 1 ? 'persona' : 'personas'}`,
  soon: 'en menos de 10 minutos',
  noMailing: 'El próximo correo sale el día de su próximo evento.',
  paused: 'Los envíos están en pausa.',
  today: 'hoy',
  tomorrow: 'mañana',
} as const

export const startTexts = {
  title: 'Primeros pasos',
  progress: (done: number, of: number) => `${done} de ${of} listos`,
  hide: 'Ocultar',
  hideOf: (name: string) => `Ocultar los primeros pasos: ${name}`,
  done: 'listo',
  people: {
    title: 'Agregue personas',
    lead: 'Agregue a quienes quiere avisar.',
    action: 'Agregar personas',
  },
  event: {
    title: 'Agregue su primer evento',
    lead: 'Bastan un título y una hora. O elija entre eventos típicos.',
    action: 'Agregar evento',
    kit: 'Empezar con un paquete',
  },
  test: { title: 'Envíese una prueba', lead: 'Vea exactamente lo que recibirán.', action: 'Enviar prueba' },
  share: { title: 'Comparta el enlace', lead: 'Los vecinos lo siguen sin cuenta.', action: 'Copiar enlace' },
  copied: { title: 'Enlace copiado' },
  me: (email: string) => `Poner ${email} en la lista`,
  meHint: 'Verá cada correo como lo reciben todos.',
} as const
