// Every error this surface can answer with, under the code PostgREST gives it. Grouped as there: 1xx the request, 2xx the catalogue.
import { AppError, type AppErrorDetails, sqlState } from '#domain/errors.ts'
import { limits } from './limits.ts'

export const badQuery = (message: string, details?: string) => fail('PGRST100', 400, message, { details })
export const badRpcMethod = (method: string) => fail('PGRST101', 405, `Cannot use the ${method} method on RPC`)
export const badBody = (message: string) => fail('PGRST102', 400, message)
export const bodyTooLarge = (limit: number) => fail('PGRST102', 413, `The body is larger than ${limit} bytes`)
export const badRange = (details: string) => fail('PGRST103', 416, 'Requested range not satisfiable', { details })
export const badPutFilters = () =>
  fail('PGRST105', 405, "Filters must include all and only primary key columns with 'eq' operators")
export const badSchema = (schema: string, exposed: string[]) =>
  fail('PGRST106', 406, `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
export const notAcceptable = (types: string) =>
  fail('PGRST107', 406, `None of these media types are available: ${types}`)
export const notEmbedded = (name: string) =>
  fail('PGRST108', 400, `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
export const putWithLimit = () => fail('PGRST114', 400, 'limit/offset querystring parameters are not allowed for PUT')
export const putMismatch = () => fail('PGRST115', 400, 'Payload values do not match URL in primary key column(s)')
export const notSingle = (rows: number) =>
  fail('PGRST116', 406, 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
export const badMethod = (method: string) => fail('PGRST117', 405, `Unsupported HTTP method: ${method}`)
export const badRelatedOrder = (origin: string, target: string) =>
  fail('PGRST118', 400, `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })
export const badEmbedFilter = (name: string) =>
  fail('PGRST120', 400, `Bad operator on the '${name}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
export const badPreferences = (names: string[]) =>
  fail('PGRST122', 400, 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${names.join(', ')}`,
  })
/** Ignoring it would really do what the caller only wants to try. */
export const noRollback = () =>
  fail('PGRST122', 400, 'Prefer: tx=rollback is not offered', {
    details: 'What a request does is committed at once',
    hint: 'Leave the preference out, or try the change on a calendar of your own.',
  })
export const tooManyAffected = (rows: number) =>
  fail('PGRST124', 400, 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
export const badPath = () => fail('PGRST125', 404, 'Invalid path specified in request URL')
export const maxAffectedOnSingle = () =>
  fail('PGRST128', 400, 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict')

export const noColumn = (table: string, column: string) =>
  fail('PGRST204', 400, `Could not find the '${column}' column of '${table}' in the schema cache`)
export const noTable = (schema: string, table: string, near?: string) =>
  fail('PGRST205', 404, `Could not find the table '${schema}.${table}' in the schema cache`, {
    hint: near && `Perhaps you meant the table '${schema}.${near}'`,
  })

/** What PostgreSQL would say itself, said without asking it. */
export const undefinedColumn = (table: string, column: string) =>
  fail(sqlState('42703'), 400, `column ${table}.${column} does not exist`)
export const duplicateEmbed = (name: string) =>
  fail(sqlState('42712'), 400, `table name "${name}" specified more than once`, {
    hint: `Give one of them another name: other:${name}(...)`,
  })
export const undefinedType = (type: string) => fail(sqlState('42704'), 400, `type "${type}" does not exist`)
export const needsWhere = (verb: string) => fail(sqlState('21000'), 400, `${verb} requires a WHERE clause`)
export const answerTooLarge = () =>
  fail(sqlState('54000'), 413, `The answer is larger than ${limits.answerBytes} bytes`, {
    hint: 'Ask for fewer rows, fewer columns or shorter lists.',
  })
export const nulCharacter = () => fail(sqlState('22021'), 400, 'invalid byte sequence for encoding "UTF8": 0x00')

export function fail(
  code: ConstructorParameters<typeof AppError>[0],
  status: number,
  message: string,
  more: AppErrorDetails = {},
) {
  return new AppError(code, status, message, more)
}
