// CSV bodies (RFC 4180): a header line of column names, then rows; NULL unquoted is null.
import { badBody } from './errors.ts'

export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...rows] = records(text)
  if (!header) return []
  const names = header.map((cell) => cell ?? 'NULL')
  return rows.map((row) => {
    if (row.length !== names.length) throw badBody('All lines must have same number of fields')
    return Object.fromEntries(names.map((name, at) => [name, row[at]!]))
  })
}

function records(text: string): (string | null)[][] {
  const rows: (string | null)[][] = []
  let row: (string | null)[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at)
    row.push(cell.value)
    at = cell.end
    if (text[at] === ',') {
      at++
      if (at < text.length && text[at] !== '\n' && text[at] !== '\r') continue
      row.push('')
    }
    if (text[at] === '\r') at++
    if (at < text.length && text[at] !== '\n') throw badBody('Unexpected text after a quoted field in the CSV body')
    at++
    rows.push(row)
    row = []
  }
  return rows
}

function plainCell(text: string, start: number) {
  let end = start
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end++
  const value = text.slice(start, end)
  return { value: value === 'NULL' ? null : value, end }
}

function quotedCell(text: string, start: number) {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') value += text[at]
    else if (text[at + 1] === '"') value += text[at++]
    else return { value, end: at + 1 }
  }
  throw badBody('A quoted field in the CSV body does not end')
}
