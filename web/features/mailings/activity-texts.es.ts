export const activityTexts = {
  title: 'Últimos 90 días',
  delivered: 'entregados',
  arrived: 'llegaron',
  joined: 'personas nuevas',
  failed: 'fallidos',
  people: 'Personas',
  perWeek: 'Entregados por semana',
  week: 'Semana desde el',
  asTable: 'Mostrar como tabla',
  summary: (before: number, now: number, delivered: number) =>
    `Personas en la lista: ${before} hace trece semanas, ${now} ahora. Mensajes entregados: ${delivered}.`,
} as const
