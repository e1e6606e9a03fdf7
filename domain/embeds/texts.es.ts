export const embedTexts = {
  eventsOf: (calendar: string) => `Eventos de ${calendar}`,
  nothing: 'Todavía no hay nada previsto.',
  noEventsOnDay: 'No hay eventos este día.',
  chosenDay: 'Día elegido',
  month: 'Mes',
  previousMonth: (month: string) => `Mes anterior, ${month}`,
  nextMonth: (month: string) => `Mes siguiente, ${month}`,
  hasEvents: (day: string) => `${day}, con eventos`,
  eventsOn: (day: string, count: number) =>
    `${day}, ${count === 0 ? 'sin eventos' : count === 1 ? '1 evento' : `${count} eventos`}`,
  subscribe: 'Agregar a mi app de calendario',
  timesIn: (zone: string) => `Las horas son de la zona ${zone}.`,
  failed: 'No se pudieron cargar los eventos. Inténtelo de nuevo más tarde.',
} as const
