// The data API: parse, plan, write SQL, run it as the caller, respond. Knows nothing of calendars; mount it over any database.

import type pg from 'pg'
import { outageOf } from '#database/errors.ts'
import { inTransaction, runScoped, type Scope, type Statement, type TextRow } from '#database/scope.ts'
import { findFunction, planCall } from './call.ts'
import type { Catalogue } from './catalogue.ts'
import { cacheCatalogue, isMiss } from './catalogue-cache.ts'
import { fromDatabase } from './database-errors.ts'
import { fail, noTable, notSingle, tooManyAffected } from './errors.ts'
import type { HttpRequest } from './http-request.ts'
import { nearest } from './nearest.ts'
import { planRead } from './plan.ts'
import { addressOf, createPreparedReads, type PreparedRead } from './prepared-reads.ts'
import { parseRequest, type RestRequest } from './request.ts'
import {
  type Answer,
  allowedOn,
  allowResponse,
  callResponse,
  errorResponse,
  type Result,
  readResponse,
  rootResponse,
  toResult,
  writeResponse,
} from './response.ts'
import { callStatement, csvHeader, estimateStatement, readStatement, writeStatement } from './statement.ts'
import { planWrite } from './write.ts'

export type RestOptions = {
  pool: pg.Pool
  /** The first is used where a request names none. */
  schemas: string[]
  maxRows: number
  /** The path before the resource, such as /rest/v1. */
  mountedAt?: string
  /** Bytes. */
  maxBody: number
  log: Record<'warn' | 'error', (details: object, message: string) => void>
  aggregates?: boolean
  /** Off where strangers ask: a pattern of a few characters can keep a processor busy until it is given up. */
  regularExpressions?: boolean
  /** How long a statement may take, by the caller's role; for others as long as the pool says. */
  timeoutsMs?: Record<string, number>
  /** How often, at most, a request that misses something may have the catalogue read again. */
  reloadEveryMs?: number
  /** Called before a function is, by its name; may refuse, or add settings to its transaction. */
  beforeCall?: (name: string, identity: Identity) => Promise<Record<string, string> | undefined>
  /** Callers with this role have not signed in: what they may not do is answered with 401. */
  anonymousRole?: string
}
/** Network and user are for `beforeCall` alone. */
export type Identity = {
  role: string
  claims: string
  session?: string | undefined
  network?: string
  userId?: string
}
export type Rest = {
  answer(request: HttpRequest, identity: Identity): Promise<Answer>
  /** Answers with a web Response. */
  handle(request: Request, identity: Identity): Promise<Response>
  reload(): Promise<void>
  close(): Promise<void>
}

export function createRest(options: RestOptions): Rest {
  const catalogues = cacheCatalogue(options.pool, options.schemas, options.reloadEveryMs)
  const preparedReads = createPreparedReads()

  async function answerRequest(request: HttpRequest, identity: Identity): Promise<Answer> {
    const address = addressOf(request)
    try {
      return (await answerPrepared(address, identity)) ?? (await answerAnew(request, identity, address))
    } catch (error) {
      return refuse(options, error, request.method, identity)
    }
  }

  /** Runs a read that was planned before. Returns nothing where there is none, or the catalogue has changed. */
  async function answerPrepared(address: string | undefined, identity: Identity): Promise<Answer | undefined> {
    const catalogue = catalogues.known()
    const read = address && catalogue && preparedReads.get(catalogue, address)
    if (!read) return undefined
    return answerRead(options, read, identity).catch((error) => {
      if (!isMiss(error)) throw error
      return undefined
    })
  }

  async function answerAnew(request: HttpRequest, identity: Identity, address: string | undefined): Promise<Answer> {
    const parsed = await parseRequest(request, options)
    const against = (catalogue: Catalogue) =>
      answer(options, catalogue, parsed, identity, (read) => address && preparedReads.set(catalogue, address, read))
    try {
      return await against(await catalogues.get())
    } catch (error) {
      const newer = isMiss(error) ? catalogues.newer() : undefined
      if (!newer) throw error
      return against(await newer)
    }
  }

  return {
    answer: answerRequest,
    async handle(request, identity) {
      const { body, ...init } = await answerRequest(request, identity)
      return new Response(body, init)
    },
    async reload() {
      await catalogues.reload()
    },
    // The pool is the caller's; a catalogue still being read must not outlive it.
    close: () => catalogues.settled(),
  }
}

function refuse(
  { log, anonymousRole = 'anon' }: RestOptions,
  error: unknown,
  method: string,
  identity: Identity,
): Answer {
  const known =
    fromDatabase(error, identity.role === anonymousRole) ??
    fail('PGRSTX00', 500, 'Something went wrong on our side.', { cause: error })
  const err = known.cause ?? known
  const passes = known.retryAfter !== undefined && outageOf(err) !== 'full'
  if (known.status >= 500) log[passes ? 'warn' : 'error']({ err, code: known.code }, 'data request failed')
  return errorResponse(known, method)
}

async function answer(
  options: RestOptions,
  catalogue: Catalogue,
  request: RestRequest,
  identity: Identity,
  prepared: (read: PreparedRead) => void,
): Promise<Answer> {
  switch (request.action) {
    case 'root':
      return request.method === 'OPTIONS' ? allowResponse(['OPTIONS', 'GET', 'HEAD']) : rootResponse(request)
    case 'describe':
      return allowResponse(allowedOn(relationOf(catalogue, request)))
    case 'describe-call': {
      const fn = catalogue.functions(request.schema, request.resource)[0] ?? findFunction(catalogue, request, [])
      return allowResponse(fn.volatile ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST'])
    }
    case 'read': {
      const read = prepareRead(options, catalogue, request)
      const response = await answerRead(options, read, identity)
      prepared(read)
      return response
    }
    case 'call':
      return answerCall(options, catalogue, request, identity, prepared)
    default:
      return answerWrite(options, catalogue, request, identity)
  }
}

function prepareRead(options: RestOptions, catalogue: Catalogue, request: RestRequest): PreparedRead {
  const read = planRead(relationOf(catalogue, request), request.query, request.range, readOptions(options))
  const { query, ...rest } = request
  const { count } = request.preferences
  return {
    request: rest,
    statement: readStatement(read, request, options),
    estimate: count && count !== 'exact' ? estimateStatement(read, options) : undefined,
    csvHead: csvHeader(read, request.media),
  }
}

async function answerRead(options: RestOptions, read: PreparedRead, identity: Identity): Promise<Answer> {
  const scope = scopeOf(options, read.request, identity, true)
  if (read.fn) return callResponse(read, read.fn, await runChecked(options.pool, scope, read.statement, read.request))
  const result = toResult(await runScoped(options.pool, scope, read.statement))
  if (read.estimate && (result.total ?? 0) > options.maxRows)
    result.total = Math.max(result.total!, await plannedRows(options.pool, scope, read.estimate))
  return readResponse(read, result)
}

async function answerWrite(
  options: RestOptions,
  catalogue: Catalogue,
  request: RestRequest,
  identity: Identity,
): Promise<Answer> {
  const plan = planWrite(relationOf(catalogue, request), request, readOptions(options))
  const result = await runChecked(
    options.pool,
    scopeOf(options, request, identity, false),
    writeStatement(plan, request, options),
    request,
  )
  return writeResponse(request, plan.write, plan.read, result)
}

/** Only calls that read are prepared, and only those whose transaction needs no settings of the caller's. */
async function answerCall(
  options: RestOptions,
  catalogue: Catalogue,
  request: RestRequest,
  identity: Identity,
  prepared: (read: PreparedRead) => void,
): Promise<Answer> {
  const call = planCall(catalogue, request, readOptions(options))
  const { fn } = call
  const { query, ...rest } = request
  const statement = callStatement(call, request, options)
  const read = { request: rest, statement, fn, csvHead: csvHeader(call.read, request.media) }
  const readOnly = request.method !== 'POST' || !fn.volatile
  const settings = await options.beforeCall?.(fn.name, identity)
  const scope = scopeOf(options, request, identity, readOnly, settings)
  const response = callResponse(read, fn, await runChecked(options.pool, scope, statement, request))
  if (!fn.volatile && !settings) prepared(read)
  return response
}

/** What must not stay done if it did too much is checked before the commit, at the price of a second round trip. */
async function runChecked(
  pool: pg.Pool,
  scope: Scope,
  statement: Statement,
  request: PreparedRead['request'],
): Promise<Result> {
  const { preferences, media } = request
  const limit = request.action === 'insert' || request.action === 'put' ? undefined : preferences.maxAffected
  const single = media.single && (request.action === 'call' || preferences.return === 'representation')
  const check = (rows: TextRow[]) => {
    const result = toResult(rows)
    if (single && result.rows !== 1) throw notSingle(result.rows)
    const affected = request.action === 'call' ? result.rows : result.affected
    if (limit !== undefined && affected > limit) throw tooManyAffected(affected)
  }
  const needed = !scope.readOnly && (single || limit !== undefined)
  const rows = await runScoped(pool, scope, statement, needed ? check : undefined)
  if (!needed) check(rows)
  return toResult(rows)
}

function relationOf(catalogue: Catalogue, { schema, resource }: RestRequest) {
  const found = catalogue.relation(schema, resource)
  if (!found) throw noTable(schema, resource, nearest(resource, catalogue.relationNames(schema)))
  return found
}

function scopeOf(
  { timeoutsMs = {} }: RestOptions,
  { preferences }: Pick<RestRequest, 'preferences'>,
  { role, claims, session }: Identity,
  readOnly: boolean,
  settings: Record<string, string> = {},
): Scope {
  const zone = preferences.timezone && { TimeZone: preferences.timezone }
  return { role, claims, session, readOnly, timeoutMs: timeoutsMs[role], settings: { ...settings, ...zone } }
}

function readOptions({ aggregates = true }: RestOptions) {
  return { aggregates }
}

/** EXPLAIN cannot be prepared, so it takes a transaction of several round trips. */
async function plannedRows(pool: pg.Pool, scope: Scope, { text, values }: Statement): Promise<number> {
  const { rows } = await inTransaction(pool, (client) => client.query(text, values), scope)
  const plans: { Plan?: { 'Plan Rows'?: number } }[] = rows[0]?.['QUERY PLAN'] ?? []
  return plans[0]?.Plan?.['Plan Rows'] ?? 0
}
