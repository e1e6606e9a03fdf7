export const gridTexts = {
  nothing: (day: string) => `${day}, sin eventos`,
  events: (day: string, count: number, kinds: string) =>
    `${day}, ${count} ${count === 1 ? 'evento' : 'eventos'}: ${kinds}`,
  off: (count: number) => `; ${count} ${count === 1 ? 'cancelado o aplazado' : 'cancelados o aplazados'}`,
  today: 'Hoy',
  previous: (month: string) => `Mes anterior, ${month}`,
  next: (month: string) => `Mes siguiente, ${month}`,
} as const
