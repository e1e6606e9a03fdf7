export const activityTexts = {
  title: 'Últimos 90 días',
  sent: 'enviados',
  joined: 'personas nuevas',
  failed: 'no se pudieron enviar',
  people: 'Personas',
  perWeek: 'Enviados por semana',
  week: 'Semana desde el',
  asTable: 'Mostrar como tabla',
  summary: (before: number, now: number, sent: number) =>
    `Personas en la lista: ${before} hace trece semanas, ${now} ahora. Mensajes enviados: ${sent}.`,
} as const
