import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { guessColumns, readContacts, readContactTable, toImport } from '#domain/contact-import.ts'
import { type Answer, importInBatches } from '#domain/import-batches.ts'
import { budgets } from '../budgets.ts'
import { cpuMs } from '../cpu.ts'
import { calendarId, userOn } from '../data.ts'
import { code } from '../measured-code.ts'
import type { Product } from '../product.ts'
import { type Bench, type Contender, type Sample, type Scenario, value } from '../scenario.ts'

const LINES = 100_000
/** Of a hundred lines: on the list already; and no address at all. */
const KNOWN = 4
const WRONG = 1

export const scenario: Scenario = {
  question: 'How fast are 100,000 contacts imported, each checked and told apart from those there are?',
  code: code.dataApi,
  sizes: ['M'],
  seconds: 0,
  targets: [{ ...budgets.importContacts.limits.time, value: value('ms') }],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!)
    const lines = bench.amount(LINES, 1000)
    let calendar = 0
    return [
      { name: 'Townbell', measure: () => importInto(product, calendar++, lines) },
      await copy(bench, product, lines),
    ]
  },
}

const address = (n: number) => (n % 5 === 4 ? `+1512${2_000_000 + n}` : `newcomer${n}@example.org`)

/** Does what the screen does with the text: parses it, and sends it in batches. */
async function importInto(product: Product, calendar: number, lines: number): Promise<Sample> {
  const id = calendarId(calendar)
  await product.pool.query('delete from public.calendar_contacts where calendar_id = $1', [id])
  const [duplicate, invalid] = [(lines * KNOWN) / 100, (lines * WRONG) / 100]
  const known = Array.from({ length: duplicate }, (_, n) => address(n))
  // As a person pastes it.
  const pasted = Array.from({ length: lines }, (_, n) =>
    n < lines - invalid ? address(n) : `nobody..${n}@town.example`,
  ).join('\n')
  await product.pool.query(addKnown, [id, known])
  const headers = {
    ...(await product.headers.member(userOn(product.size, calendar, 0))),
    'content-type': 'application/json',
  }
  const before = cpuMs(product.costs)
  const began = performance.now()
  const table = readContactTable(pasted)
  const { counts } = await importInBatches(readContacts(table, guessColumns(table)).contacts, async (batch) => {
    const body = JSON.stringify({ p_calendar_id: id, p_contacts: batch.map(toImport), p_basis: 'asked' })
    const answer = await fetch(`${product.url}/rest/v1/rpc/import_contacts?result=neq.added`, {
      method: 'POST',
      headers,
      body,
    })
    if (!answer.ok) throw new Error(`the import answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  })
  const ms = performance.now() - began
  const after = cpuMs(product.costs)
  const expected = { added: lines - duplicate - invalid, duplicate, opted_out: 0, over_limit: 0, invalid }
  if (!isDeepStrictEqual(counts, expected)) throw new Error(`another outcome: ${JSON.stringify(counts)}`)
  const each = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / lines
  return { perSecond: (lines / ms) * 1000, ms, nodeCpu: each('node'), postgresCpu: each('postgres'), errors: 0 }
}

/** The same rows into a table with nothing but a key. */
async function copy(bench: Bench, { pool, costs }: Product, lines: number): Promise<Contender> {
  await pool.query(bareTable)
  const file = join(tmpdir(), `townbell-copy-${process.pid}`)
  const id = calendarId(0)
  writeFileSync(file, Array.from({ length: lines }, (_, n) => `${id}\temail\t${address(n)}\n`).join(''))
  chmodSync(file, 0o644)
  bench.atEnd(() => rmSync(file))
  return {
    name: 'COPY',
    async measure() {
      await pool.query('truncate peers.contacts')
      const before = cpuMs(costs)
      const began = performance.now()
      await pool.query(`copy peers.contacts from '${file}'`)
      const ms = performance.now() - began
      const cpu = (cpuMs(costs).postgres ?? 0) - (before.postgres ?? 0)
      return { perSecond: (lines / ms) * 1000, ms, postgresCpu: cpu / lines, errors: 0 }
    },
  }
}

const addKnown = `
  insert into public.calendar_contacts (calendar_id, contact_type, contact_value)
  select $1, case when left(value, 1) = '+' then 'phone' else 'email' end, value from unnest($2::text[]) as value`

const bareTable = `
  create schema if not exists peers;
  create table peers.contacts (calendar_id uuid not null, contact_type text not null, contact_value text not null,
    unique (calendar_id, contact_type, contact_value))`
