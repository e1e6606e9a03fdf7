import type { CronItem } from 'graphile-worker'

/** What runs when, in UTC. The job's name is its file's name. */
export const schedule: CronItem[] = [
  // No backfill: each run looks at all of today.
  { task: 'plan-day-of', match: '* * * * *', options: { backfillPeriod: 0, jobKey: 'plan-day-of' } },
  { task: 'plan-notices', match: '* * * * *', options: { backfillPeriod: 0, jobKey: 'plan-notices' } },
  { task: 'extend-series', match: '23 * * * *', options: { backfillPeriod: 0, jobKey: 'extend-series' } },
  { task: 'check-feeds', match: '*/10 * * * *', options: { backfillPeriod: 0, jobKey: 'check-feeds' } },
  { task: 'sweep', match: '17 * * * *', options: { backfillPeriod: 0 } },
]
