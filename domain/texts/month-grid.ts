// What the days of a month are called for those who cannot see them.

export const gridTexts = {
  nothing: (day: string) => `${day}, no events`,
  events: (day: string, count: number, kinds: string) =>
    `${day}, ${count} ${count === 1 ? 'event' : 'events'}: ${kinds}`,
  off: (count: number) => `; ${count} cancelled or postponed`,
  today: 'Today',
  previous: (month: string) => `Previous month, ${month}`,
  next: (month: string) => `Next month, ${month}`,
} as const
