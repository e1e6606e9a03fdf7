// CSV bodies: a header line of column names, then rows. NULL without quotes is null.
import { type Cell, readCsvRows } from '#domain/csv.ts'
import { badBody } from './errors.ts'
import { limits } from './limits.ts'

export function parseCsv(text: string): Record<string, string | null>[] {
  let cells = 0
  const [header, ...rows] = readCsvRows(text, ',', () => {
    if (++cells > limits.bodyCells) throw badBody(`The body has more than ${limits.bodyCells} cells`)
  })
  if (!header) return []
  return rows.map((row) => {
    if (row.length !== header.length) throw badBody('All lines must have same number of fields')
    return Object.fromEntries(header.map(({ text: name }, at) => [name, cellValue(row[at]!)]))
  })
}

function cellValue({ text, isQuoted }: Cell): string | null {
  if (!isQuoted && text.startsWith('"')) throw badBody('A quoted field in the CSV body does not end with its quote')
  return !isQuoted && text === 'NULL' ? null : text
}
