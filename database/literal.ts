import pg from 'pg'

/** Writes a value as an untyped SQL literal, which PostgreSQL accepts wherever it accepts a parameter. */
export function literal(value: unknown): string {
  const text = parameter(value)
  if (text === null) return 'null'
  return Buffer.isBuffer(text) ? `'\\x${text.toString('hex')}'` : quoted(text)
}

/** Does what `pg.escapeLiteral` does, which appends one character after another: a fifth of all that a read allocated. */
function quoted(text: string): string {
  const doubled = text.replaceAll("'", "''")
  return text.includes('\\') ? ` E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`
}

/** Writes a value as the text of a parameter. */
export function parameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return value
  const text = Array.isArray(value) ? arrayText(value) : textOf(value)
  if (text.includes('\0')) throw nulCharacter()
  return text
}

/** Writes a flat array, as for `any ($1::uuid[])`. */
function arrayText(values: unknown[]): string {
  const items = values.map((value) => (value === null ? 'null' : `"${textOf(value).replace(/["\\]/g, '\\$&')}"`))
  return `{${items.join(',')}}`
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  throw new TypeError(`A ${typeof value} cannot be sent to PostgreSQL as it is.`)
}

/** Creates the error that PostgreSQL gives for a parameter with a NUL, which would end the text of a query. */
function nulCharacter(): Error {
  const error = new pg.DatabaseError('invalid byte sequence for encoding "UTF8": 0x00', 0, 'error')
  return Object.assign(error, { code: '22021', severity: 'ERROR' })
}
