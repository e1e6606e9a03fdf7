// Others that answer the same question over the same rows and policies, each a process of its own.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Ask, load } from './load.ts'
import type { Product } from './product.ts'
import type { Bench, Contender } from './scenario.ts'
import { startServer } from './server.ts'

const FOLDER = fileURLToPath(new URL('./peers/', import.meta.url))

/** The months that members read, asked of PostGraphile and @supabase/lite. */
export async function monthPeers(bench: Bench, product: Product, asks: Ask[]): Promise<Contender[]> {
  if (!existsSync(`${FOLDER}node_modules`)) {
    bench.missing('not run: PostGraphile and @supabase/lite (npm ci --prefix bench/peers)')
    return []
  }
  await product.pool.query(rangeFunction)
  const env = { DATABASE_URL: product.databaseUrl, JWT_SECRET: product.jwtSecret }
  const contenders: Contender[] = []
  const add = async (name: string, file: string, its: Ask[]) => {
    const { port, pid } = await startServer(bench, `${FOLDER}${file}`, env)
    const costs = { node: pid, postgres: product.costs.postgres }
    contenders.push({ name, measure: (seconds) => load({ port, asks: its, seconds, costs }) })
  }
  await add('PostGraphile', 'postgraphile.js', asks.map(asGraphql))
  await add('@supabase/lite', 'lite.js', asks)
  return contenders
}

/** PostGraphile filters columns by equality; a range is a function, its own way. */
const rangeFunction = `
  create schema if not exists peers;
  create or replace function peers.month_events(calendar uuid, since timestamptz, until timestamptz) returns setof public.events
  language sql stable as $$
    select * from public.events e where e.calendar_id = calendar and e.start_time >= since and e.start_time < until
    order by e.start_time
  $$;
  grant usage on schema peers to authenticated;
  grant execute on function peers.month_events to authenticated;`

function asGraphql({ path, headers }: Ask): Ask {
  const search = new URL(path, 'http://localhost').searchParams
  const [since, until] = search.getAll('start_time').map((bound) => bound.replace(/^\w+\./, ''))
  const calendar = search.get('calendar_id')?.replace('eq.', '')
  const columns = (search.get('select') ?? '')
    .replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
    .replace(/^id,/, 'rowId,')
  const query = `query Month($calendar: UUID!, $since: Datetime!, $until: Datetime!) {
    peersMonthEvents(calendar: $calendar, since: $since, until: $until) { nodes { ${columns.replaceAll(',', ' ')} } } }`
  return {
    path: '/graphql',
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { calendar, since, until } }),
  }
}
