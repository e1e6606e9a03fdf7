// The data API: parse, plan, write SQL, run it as the caller, respond. Knows nothing of calendars; mount it over any database.

import type pg from 'pg'
import { outageOf } from '#database/errors.ts'
import { type Caller, inTransaction, runScoped, type Scope, type Statement, type TextRow } from '#database/scope.ts'
import type { AppError } from '#domain/errors.ts'
import { findFunction, planCall } from './call.ts'
import type { Catalogue } from './catalogue.ts'
import { cacheCatalogue, isMiss } from './catalogue-cache.ts'
import { fromDatabase } from './database-errors.ts'
import { fail, noTable, notSingle, tooManyAffected } from './errors.ts'
import type { HttpRequest } from './http-request.ts'
import { type QueryLimits, queryLimits } from './limits.ts'
import { nearest } from './nearest.ts'
import { planRead, type Read, type ReadOptions } from './plan.ts'
import { addressOf, createPreparedReads, type PreparedRead } from './prepared-reads.ts'
import type { SelectOptions } from './read-sql.ts'
import { hintAtColumns, tablesOf, usesOfRead, usesOfWrite } from './refused-columns.ts'
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
  log: Record<'info' | 'warn' | 'error', (details: object, message: string) => void>
  /** Off where strangers ask: a pattern of a few characters can keep a processor busy until it is given up. */
  regularExpressions?: boolean
  /** How long a statement may take, by the caller's role; for others as long as the pool says. */
  timeoutsMs?: Record<string, number>
  /** How long one that only reads may take, where that is less. */
  readTimeoutsMs?: Record<string, number>
  /** How long a page's own statement may take. */
  ownTimeoutMs?: number
  /** Stricter limits than the usual ones, by the caller's role. */
  limits?: Record<string, Partial<QueryLimits>>
  /** Runs a caller's statements when it is their turn; at once where there is none. */
  inTurn?: InTurn
  /** Called before a function is, by its name; may refuse, or add settings to its transaction. */
  beforeCall?: (name: string, identity: Identity) => Promise<Record<string, string> | undefined>
  /** May refuse what a caller is about to read, write or call. */
  authorize?: (identity: Identity, access: Access) => void
  /** Settings of their transaction, from what a request asks for: policies compare with them. */
  guestSettings?: (request: RestRequest, statement: Statement) => Record<string, string>
}
export type Access = { verb: 'read' | 'insert' | 'update' | 'delete' | 'call'; tables: string[]; fn?: string }
export type InTurn = <T>(identity: Identity, work: () => Promise<T>) => Promise<T>
/** Network and user are for `beforeCall` and `inTurn` alone. */
export type Identity = Caller & {
  network?: string
  userId?: string | undefined
  /** A page's own read: the query is ours, not the caller's. */
  isOwn?: boolean
  /** For `authorize`: what an access token covers. */
  token?: { id: string; canWrite: boolean; canSeeContacts: boolean; scopes: readonly string[] } | undefined
}
export type Rest = {
  answer(request: HttpRequest, identity: Identity): Promise<Answer>
  /** Answers with a web Response. */
  handle(request: Request, identity: Identity): Promise<Response>
  reload(): Promise<void>
  close(): Promise<void>
}

/** Callers with this role have not signed in: what they may not do is answered with 401. */
const ANONYMOUS = 'anon'

export function createRest(options: RestOptions): Rest {
  const catalogues = cacheCatalogue(options.pool, options.schemas)
  const preparedReads = createPreparedReads()

  async function answerRequest(request: HttpRequest, identity: Identity): Promise<Answer> {
    const address = addressFor(request, identity)
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
    const parsed = await parseRequest(request, options, limitsOf(options, identity))
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

function refuse({ log }: RestOptions, error: unknown, method: string, identity: Identity): Answer {
  const known =
    fromDatabase(error, identity.role === ANONYMOUS) ??
    fail('PGRSTX00', 500, 'Something went wrong on our side.', { cause: error })
  if (known.status >= 500) log[levelOf(known)]({ err: known.cause ?? known, code: known.code }, 'data request failed')
  return errorResponse(known, method)
}

/** A query that takes too long is its caller's, who chose it: nothing for an operator to do. */
function levelOf({ cause, retryAfter }: AppError): 'info' | 'warn' | 'error' {
  const outage = outageOf(cause)
  if (outage === 'slow') return 'info'
  return retryAfter !== undefined && outage !== 'full' ? 'warn' : 'error'
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
      if (request.method === 'OPTIONS') return allowResponse(['OPTIONS', 'GET', 'HEAD'])
      return rootResponse(request)
    case 'describe':
      return allowResponse(allowedOn(relationOf(catalogue, request)))
    case 'describe-call': {
      const fn = catalogue.functions(request.schema, request.resource)[0] ?? findFunction(catalogue, request, [])
      return allowResponse(fn.volatile ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST'])
    }
    case 'read': {
      const limits = limitsOf(options, identity)
      const planned = planRead(relationOf(catalogue, request), request.query, request.range, limits)
      const read = prepareRead(options, limits, planned, request)
      const response = await answerRead(options, read, identity).catch((error) => {
        hintAtColumns(error, usesOfRead(planned), identity.role)
        throw error
      })
      prepared(read)
      return response
    }
    case 'call':
      return answerCall(options, catalogue, request, identity, prepared)
    default:
      return answerWrite(options, catalogue, request, identity)
  }
}

function prepareRead(options: RestOptions, limits: Limits, read: Read, request: RestRequest): PreparedRead {
  const { query, ...rest } = request
  const { count } = request.preferences
  const statement = readStatement(read, request, limits)
  return {
    request: rest,
    statement,
    tables: tablesOf(usesOfRead(read)),
    guestSettings: options.guestSettings?.(request, statement),
    estimate: count && count !== 'exact' ? estimateStatement(read, limits) : undefined,
    csvHead: csvHeader(read, request.media),
  }
}

async function answerRead(options: RestOptions, read: PreparedRead, identity: Identity): Promise<Answer> {
  const { pool, maxRows, inTurn = atOnce } = options
  const { fn, statement, estimate, request } = read
  options.authorize?.(identity, accessOf(read))
  const scope = scopeOf(options, read, identity, true)
  if (fn) return callResponse(read, fn, await inTurn(identity, () => runChecked(pool, scope, statement, request)))
  const result = await inTurn(identity, async () => {
    const found = toResult(await runScoped(pool, scope, statement))
    if (estimate && (found.total ?? 0) > maxRows)
      found.total = Math.max(found.total!, await plannedRows(pool, scope, estimate))
    return found
  })
  return readResponse(read, result)
}

const accessOf = ({ fn, tables }: PreparedRead): Access =>
  fn ? { verb: 'call', tables, fn: fn.name } : { verb: 'read', tables }

const atOnce: InTurn = (_, work) => work()

async function answerWrite(
  options: RestOptions,
  catalogue: Catalogue,
  request: RestRequest,
  identity: Identity,
): Promise<Answer> {
  const { pool, inTurn = atOnce } = options
  const limits = limitsOf(options, identity)
  const plan = planWrite(relationOf(catalogue, request), request, limits)
  const { kind, relation } = plan.write
  options.authorize?.(identity, { verb: kind, tables: [relation.name] })
  options.authorize?.(identity, { verb: 'read', tables: tablesOf(usesOfWrite(plan.write, plan.read)) })
  const scope = scopeOf(options, { request }, identity, false)
  const statement = writeStatement(plan, request, limits)
  const result = await inTurn(identity, () => runChecked(pool, scope, statement, request)).catch((error) => {
    hintAtColumns(error, usesOfWrite(plan.write, plan.read), identity.role)
    throw error
  })
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
  const { pool, beforeCall, inTurn = atOnce } = options
  const limits = limitsOf(options, identity)
  const call = planCall(catalogue, request, limits)
  const { fn } = call
  const { query, ...rest } = request
  const statement = callStatement(call, request, limits)
  const guestSettings = options.guestSettings?.(request, statement)
  const tables = call.read.embeds.flatMap((embed) => tablesOf(usesOfRead(embed.read)))
  options.authorize?.(identity, { verb: 'call', tables, fn: fn.name })
  const read = { request: rest, statement, tables, guestSettings, fn, csvHead: csvHeader(call.read, request.media) }
  const readOnly = request.method !== 'POST' || !fn.volatile
  return inTurn(identity, async () => {
    const settings = await beforeCall?.(fn.name, identity)
    const scope = scopeOf(options, read, identity, readOnly, settings)
    const response = callResponse(read, fn, await runChecked(pool, scope, statement, request))
    if (!fn.volatile && !settings) prepared(read)
    return response
  })
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
  { timeoutsMs = {}, readTimeoutsMs = {}, ownTimeoutMs }: RestOptions,
  { request, guestSettings }: { request: Pick<RestRequest, 'preferences'>; guestSettings?: Record<string, string> },
  identity: Identity,
  readOnly: boolean,
  settings: Record<string, string> = {},
): Scope {
  const { timezone } = request.preferences
  const { role, isOwn } = identity
  const all = { ...settings, ...(role === ANONYMOUS && guestSettings), ...(timezone && { TimeZone: timezone }) }
  const timeoutMs = isOwn ? ownTimeoutMs : ((readOnly ? readTimeoutsMs[role] : undefined) ?? timeoutsMs[role])
  return { ...identity, readOnly, timeoutMs, settings: all }
}

type Limits = QueryLimits & ReadOptions & SelectOptions

function limitsOf({ maxRows, limits = {} }: RestOptions, { role }: Identity): Limits {
  return { ...queryLimits, maxRows, role, ...limits[role] }
}

/** Roles may have different limits, and so different statements for one address. */
function addressFor(request: HttpRequest, { role }: Identity): string | undefined {
  const address = addressOf(request)
  return address && `${role} ${address}`
}

/** EXPLAIN cannot be prepared, so it takes a transaction of several round trips. */
async function plannedRows(pool: pg.Pool, scope: Scope, { text, values }: Statement): Promise<number> {
  const { rows } = await inTransaction(pool, (client) => client.query(text, values), scope)
  const plans: { Plan?: { 'Plan Rows'?: number } }[] = rows[0]?.['QUERY PLAN'] ?? []
  return plans[0]?.Plan?.['Plan Rows'] ?? 0
}
