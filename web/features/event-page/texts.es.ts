export const eventPageTexts = {
  keyword: 'evento',
  loading: 'Cargando el evento',
  when: 'Cuándo',
  where: 'Dónde',
  directions: 'Cómo llegar',
  map: (place: string) => `Mapa de ${place}`,
  next: 'Próximas fechas:',
  repeats: 'Se repite',
  moved: (before: string) => `Estaba anunciado para: ${before}.`,
  off: {
    cancelled: 'Este evento está cancelado.',
    postponed: 'Este evento está aplazado. Todavía no hay nueva fecha.',
  },
  about: 'Sobre este evento',
  calendar: (name: string) => `Todos los eventos de ${name}`,
  toCalendar: 'Ir al calendario',
  notFound: { title: 'Evento no encontrado', body: 'Este evento no existe, se eliminó o no es público.' },
} as const
