// Reads tables as spreadsheets write them (RFC 4180): cells with a separator, a line break or a quote are quoted.

export interface Cell {
  text: string
  isQuoted: boolean
}

export function* readCsvRows(text: string, separator = ',', spend?: (cells: number) => void): Generator<Cell[]> {
  const bare = text.replace(/^\ufeff/, '')
  // A quoted cell, in which two quotes mean one, or a plain cell; then what ends it.
  const pattern = `(?:"([^"]*(?:""[^"]*)*)" *|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`
  const cell = new RegExp(pattern, 'gy')
  let row: Cell[] = []
  while (cell.lastIndex < bare.length) {
    const [, quoted, plain = '', end] = cell.exec(bare) as RegExpExecArray
    spend?.(1)
    row.push({ text: quoted?.replaceAll('""', '"') ?? plain, isQuoted: quoted !== undefined })
    if (end === separator) continue
    yield row
    row = []
  }
  if (row.length > 0) yield [...row, { text: '', isQuoted: false }]
}

export interface Table {
  columns: string[]
  rows: string[][]
}

/**
 * Reads a table that people made: guesses the separator, trims cells and skips empty rows. The first row is the header unless
 * `isData` holds for one of its cells. `spend` is called for each cell, and may throw.
 */
export function readTable(text: string, isData: (cell: string) => boolean, spend?: (cells: number) => void): Table {
  const separator = [',', ';', '\t'].reduce((a, b) => (count(text, b) > count(text, a) ? b : a))
  const cells = Array.from(readCsvRows(text, separator, spend), (row) => row.map((cell) => cell.text.trim()))
  const rows = cells.filter((row) => row.some((cell) => cell !== ''))
  const [first = []] = rows
  const hasHeader = first.length > 0 && !first.some(isData)
  // Math.max(...rows) would fail: a call takes no more than some hundred thousand arguments.
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return {
    columns: Array.from({ length: width }, (_, i) => (hasHeader && first[i]) || `Column ${i + 1}`),
    rows: hasHeader ? rows.slice(1) : rows,
  }
}

function count(text: string, character: string): number {
  let found = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found += 1
  return found
}
