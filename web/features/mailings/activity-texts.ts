// Words of the last ninety days.

export const activityTexts = {
  title: 'Last 90 days',
  sent: 'sent',
  /** Emails and phones: a person may be both. */
  joined: (change: number) => (change < 0 ? 'fewer on the list' : 'more on the list'),
  today: 'Today',
  failed: 'couldn’t be sent',
  people: 'On the list',
  perWeek: 'Sent per week',
  week: 'Week from',
  asTable: 'Show as a table',
  summary: (before: number, now: number, sent: number) =>
    `On the list: ${before} thirteen weeks ago, ${now} now. Messages sent: ${sent}.`,
} as const
