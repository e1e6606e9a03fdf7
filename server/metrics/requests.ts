import { type Durations, durationBuckets, type RequestCounts } from '#server/http/request-counts.ts'
import type { Metric, Sample } from './exposition.ts'

export function requestMetrics({ requests, durations, refusals }: RequestCounts): Metric[] {
  return [
    {
      name: 'townbell_http_requests_total',
      help: 'Requests answered, by surface and class of status. What a page asks of the data API in process counts too.',
      type: 'counter',
      samples: labelled(requests, 'status'),
    },
    {
      name: 'townbell_http_request_duration_seconds',
      help: 'How long they took until the answer began.',
      type: 'histogram',
      samples: [...durations].flatMap(([surface, known]) => histogram(surface, known)),
    },
    {
      name: 'townbell_refusals_total',
      help: 'Requests refused, by surface and error code: wrong passwords, limits, captchas.',
      type: 'counter',
      samples: labelled(refusals, 'code'),
    },
  ]
}

function labelled(counts: Map<string, number>, label: string): Sample[] {
  return [...counts].map(([key, value]) => {
    const [surface = '', text = ''] = key.split(' ')
    return { labels: { surface, [label]: text }, value }
  })
}

function histogram(surface: string, { buckets, sum, count }: Durations): Sample[] {
  let below = 0
  const bounds = durationBuckets.map((bound, at) => {
    below += buckets[at] ?? 0
    return { suffix: '_bucket', labels: { surface, le: String(bound) }, value: below }
  })
  return [
    ...bounds,
    { suffix: '_bucket', labels: { surface, le: '+Inf' }, value: count },
    { suffix: '_sum', labels: { surface }, value: sum },
    { suffix: '_count', labels: { surface }, value: count },
  ]
}
