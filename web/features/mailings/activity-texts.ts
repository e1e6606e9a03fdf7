// Words of the last ninety days.

export const activityTexts = {
  title: 'Last 90 days',
  sent: 'sent',
  joined: 'new people',
  failed: 'couldn’t be sent',
  people: 'People',
  perWeek: 'Sent per week',
  week: 'Week from',
  asTable: 'Show as a table',
  summary: (before: number, now: number, sent: number) =>
    `People on the list: ${before} thirteen weeks ago, ${now} now. Messages sent: ${sent}.`,
} as const
