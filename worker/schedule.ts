import type { CronItem } from 'graphile-worker'

/** When each job runs, in UTC. A job has the name of its file. */
export const schedule: CronItem[] = [
  // Missed runs are not made up for: each run looks at the whole day.
  { task: 'plan-day-of', match: '* * * * *', options: { backfillPeriod: 0, jobKey: 'plan-day-of' } },
  { task: 'plan-notices', match: '* * * * *', options: { backfillPeriod: 0, jobKey: 'plan-notices' } },
  { task: 'ask-waiting', match: '* * * * *', options: { backfillPeriod: 0, jobKey: 'ask-waiting' } },
  { task: 'extend-series', match: '23 * * * *', options: { backfillPeriod: 0, jobKey: 'extend-series' } },
  { task: 'check-feeds', match: '*/10 * * * *', options: { backfillPeriod: 0, jobKey: 'check-feeds' } },
  { task: 'remind-slots', match: '*/10 * * * *', options: { backfillPeriod: 0, jobKey: 'remind-slots' } },
  { task: 'sweep', match: '17 * * * *', options: { backfillPeriod: 0 } },
]
