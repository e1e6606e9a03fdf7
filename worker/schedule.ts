import type { CronItem } from 'graphile-worker'

/** What runs when, in UTC. The job's name is its file's name. */
export const schedule: CronItem[] = [{ task: 'sweep', match: '17 * * * *', options: { backfillPeriod: 0 } }]
