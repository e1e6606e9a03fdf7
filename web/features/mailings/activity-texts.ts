// Words of the last ninety days.

export const activityTexts = {
  title: 'Last 90 days',
  delivered: 'delivered',
  arrived: 'arrived',
  joined: 'new people',
  failed: 'failed',
  people: 'People',
  perWeek: 'Delivered per week',
  week: 'Week from',
  asTable: 'Show as a table',
  summary: (before: number, now: number, delivered: number) =>
    `People on the list: ${before} thirteen weeks ago, ${now} now. Messages delivered: ${delivered}.`,
} as const
