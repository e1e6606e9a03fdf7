import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import type { Metric } from './exposition.ts'

/** Uses the metric names that Node dashboards expect. */
export function processMetrics(pool: pg.Pool): () => Metric[] {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const late = delay.percentile(99) / 1e9
    delay.reset()
    const waiting = { labels: { state: 'waiting' }, value: pool.waitingCount }
    const idle = { labels: { state: 'idle' }, value: pool.idleCount }
    const busy = { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount }
    return [
      gauge('process_start_time_seconds', 'When this server started.', Date.now() / 1000 - process.uptime()),
      { ...gauge('process_cpu_seconds_total', 'Processor time used.', (user + system) / 1e6), type: 'counter' },
      gauge('process_resident_memory_bytes', 'Memory in use.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Memory in use by JavaScript.', heapUsed),
      gauge('nodejs_eventloop_lag_p99_seconds', 'How late timers ran since the last look, 99th percentile.', late),
      {
        name: 'townbell_database_connections',
        help: "This server's connections, and requests that wait for one.",
        type: 'gauge',
        samples: [busy, idle, waiting],
      },
    ]
  }
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] }
}
