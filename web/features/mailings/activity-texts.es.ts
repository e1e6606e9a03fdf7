export const activityTexts = {
  title: 'Últimos 90 días',
  sent: 'enviados',
  joined: (change: number) => (change < 0 ? 'menos en la lista' : 'más en la lista'),
  today: 'Hoy',
  failed: 'no se pudieron enviar',
  people: 'En la lista',
  perWeek: 'Enviados por semana',
  week: 'Semana desde el',
  asTable: 'Mostrar como tabla',
  summary: (before: number, now: number, sent: number) =>
    `En la lista: ${before} hace trece semanas, ${now} ahora. Mensajes enviados: ${sent}.`,
} as const
