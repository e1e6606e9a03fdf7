import { eventColumns, type ImportedColumn, type ImportedText, importedColumns } from './event-columns.ts'

// Content lines of iCalendar (RFC 5545 §3.1): folded at 75 octets, ended with CRLF.

const OCTETS_MAX = 75

/** No character is cut in two: readers unfold before they decode, but not all of them. */
export function contentLine(line: string): string {
  const octets = line.length * 3 <= OCTETS_MAX ? 0 : Buffer.byteLength(line)
  if (octets <= OCTETS_MAX) return `${line}\r\n`
  return octets === line.length ? foldAscii(line) : foldUnicode(line)
}

/** The space that begins a continued line counts. */
function foldAscii(line: string): string {
  let folded = line.slice(0, OCTETS_MAX)
  for (let at = OCTETS_MAX; at < line.length; at += OCTETS_MAX - 1) {
    folded += `\r\n ${line.slice(at, at + OCTETS_MAX - 1)}`
  }
  return `${folded}\r\n`
}

function foldUnicode(line: string): string {
  let folded = ''
  let from = 0
  let octets = 0
  for (let at = 0; at < line.length; ) {
    const code = line.codePointAt(at) as number
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (octets + size > OCTETS_MAX) {
      folded += `${line.slice(from, at)}\r\n `
      from = at
      octets = 1
    }
    octets += size
    at += size === 4 ? 2 : 1
  }
  return `${folded}${line.slice(from)}\r\n`
}

/** A property whose value is of type TEXT; most are nothing that has to be escaped or counted. */
export function textLine(name: string, value: string): string {
  if (SPECIAL.test(value)) return contentLine(`${name}:${text(value)}`)
  const line = `${name}:${value}`
  return line.length <= OCTETS_MAX ? `${line}\r\n` : foldAscii(line)
}

/**
 * A value of type TEXT (§3.3.11). Every kind of line break becomes the escaped one, because some readers break lines at
 * U+2028 or a form feed too; other control characters are not allowed at all.
 */
export function text(value: string): string {
  const clean = CONTROL.test(value) ? value.replace(BREAKS, '\n').replace(CONTROLS, '') : value
  return clean.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll('\n', '\\n')
}

const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: the pattern must match them.
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g
/** Ranges are spelled out: every text in a feed is tested, and Unicode property classes cost ten times as much. */
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above.
/** Characters that are escaped, dropped, or longer than one octet. */
const SPECIAL = /[^ -+\--:<-[\]-~]/

/** A value of a parameter, in quotes. It cannot hold a quote, and nothing escapes one. */
export function quoted(value: string): string {
  return `"${value.replace(/["\p{Cc}\u2028\u2029]/gu, ' ')}"`
}

const ownNames = importedColumns.flatMap((column) => {
  const { imported } = eventColumns[column]
  const names: ImportedText['ics'] = imported === true ? [] : imported.ics
  return names.filter((name) => name.startsWith('X-TOWNBELL-')).map((name) => [name, column] as const)
})

/** Returns the texts of an event for which no standard has a property, so that our own files can be imported again without loss. */
export function ownProperties(event: { [Column in ImportedColumn]?: unknown }): [name: string, value: string][] {
  return ownNames.flatMap(([name, column]) => (event[column] ? [[name, String(event[column])]] : []))
}
