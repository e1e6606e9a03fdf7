// Tables as spreadsheets write them: commas, semicolons or tabs, quotes where a cell needs them.

/** Cells without the spaces around them; rows that hold nothing are left out. */
export function readRows(text: string): string[][] {
  const bare = text.replace(/^\ufeff/, '')
  const separator = [',', ';', '\t'].reduce((a, b) => (count(bare, b) > count(bare, a) ? b : a))
  const rows: string[][] = [[]]
  // A quoted cell, with doubled quotes for one, or a plain one; then what ends it.
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"[ ]*|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`, 'gy')
  for (let match = cell.exec(bare); match; match = cell.exec(bare)) {
    const [whole, quoted, plain = '', end] = match
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end === '' || whole === '') break
    if (end !== separator) rows.push([])
  }
  return rows.filter((row) => row.some((cell) => cell !== ''))
}

const count = (text: string, character: string) => text.split(character).length
