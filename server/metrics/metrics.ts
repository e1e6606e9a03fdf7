// /metrics, for Prometheus. Requires METRICS_TOKEN; without the setting the page does not exist. The caller's IP address gives
// no access: behind a proxy every request comes from loopback.
import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type pg from 'pg'
import type { ReplicaState, Replicas } from '#database/replicas.ts'
import { AppError } from '#domain/errors.ts'
import { readLastBackup } from '#runtime/last-backup.ts'
import type { Answer, Siblings } from '#runtime/processes.ts'
import type { RequestCounts } from '#server/http/request-counts.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { expose, type Metric } from './exposition.ts'
import { gauge, processMetrics } from './process.ts'
import { requestMetrics } from './requests.ts'
import { workMetrics } from './work.ts'

export type MetricsOptions = {
  pool: pg.Pool
  counts: RequestCounts
  streams: () => number
  metricsToken: string
  dataFolder: string
} & {
  siblings?: Siblings | undefined
  replicas?: Replicas | undefined
}

export function createMetrics({
  pool,
  counts,
  streams,
  metricsToken,
  dataFolder,
  siblings,
  replicas,
}: MetricsOptions): Hono {
  const ofProcess = processMetrics(pool)
  const ofWork = workMetrics(pool)
  const ofStreams = () => gauge('townbell_streams', 'Open streams of changes.', streams())
  const own = () => [...requestMetrics(counts), ...ofProcess(), ofStreams(), ...ofReplicas(replicas)]
  const ofServers = siblings ? ofAll(siblings.share(own)) : async () => own()
  return new Hono().get('/metrics', async (c) => {
    if (!isSame(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`))
      throw new AppError('no_authorization', 401, 'Metrics require a bearer token.')
    const metrics = [...(await ofServers()), ...(await ofWork()), ofBackup(dataFolder), ofVersion]
    return c.body(expose(metrics), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
}

/** Whichever process is asked answers for all of them, with a label: a sum would fall when one of them is replaced. */
function ofAll(read: () => Promise<Answer<Metric[]>[]>): () => Promise<Metric[]> {
  return async () => {
    const byName = new Map<string, Metric>()
    for (const { process, value } of await read())
      for (const { samples, ...metric } of value) {
        const labelled = samples.map((sample) => ({ ...sample, labels: { ...sample.labels, process } }))
        byName.set(metric.name, { ...metric, samples: [...(byName.get(metric.name)?.samples ?? []), ...labelled] })
      }
    return [...byName.values()]
  }
}

function ofReplicas(replicas: Replicas | undefined): Metric[] {
  const states = replicas?.states() ?? []
  const each = (value: (state: ReplicaState) => number | null) =>
    states.flatMap((state) => {
      const found = value(state)
      return found === null ? [] : [{ labels: { replica: state.name }, value: found }]
    })
  return [
    {
      name: 'townbell_replica_in_use',
      help: 'Whether guests read from it. 0 if it is too far behind or does not answer.',
      type: 'gauge',
      samples: each(({ inUse }) => Number(inUse)),
    },
    {
      name: 'townbell_replica_lag_seconds',
      help: 'How far behind the primary it is at most.',
      type: 'gauge',
      samples: each(({ lagMs }) => (lagMs === null ? null : lagMs / 1000)),
    },
  ]
}

/** 0 without one, because an alert about a metric that is absent never fires. */
const ofVersion: Metric = {
  name: 'townbell_info',
  help: 'Which version of Townbell answers.',
  type: 'gauge',
  samples: [{ labels: { version: packageJson.version }, value: 1 }],
}

function ofBackup(dataFolder: string): Metric {
  const last = readLastBackup(dataFolder)?.getTime() ?? 0
  return gauge(
    'townbell_last_backup_timestamp_seconds',
    'When the last backup was made; 0 before the first.',
    last / 1000,
  )
}

/** Takes as long for a wrong token as for a nearly right one. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
