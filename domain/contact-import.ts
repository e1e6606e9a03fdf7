// Reads lists of contacts, pasted or from a file: one address per line, or a table. The database decides which are added.
import { readTable, type Table } from './csv.ts'
import { ANSWER_ROWS_MAX } from './limits.ts'

export type ListedContact = { contact_type: 'email' | 'phone'; contact_value: string }
/** The index of the column with email addresses or phone numbers, or null. */
export type ContactColumns = { email: number | null; phone: number | null }

/** Why these people may be written to; stored with each contact. */
export const importBases = ['asked', 'members', 'told'] as const
export type ImportBasis = (typeof importBases)[number]

export const importResults = ['added', 'duplicate', 'opted_out', 'over_limit', 'invalid'] as const
export type ImportResult = (typeof importResults)[number]

/** The number of contacts per call: each has a row in its answer. */
export const IMPORT_BATCH = ANSWER_ROWS_MAX

export function readContactTable(text: string): Table {
  return readTable(text, (cell) => looksLikeEmail(cell) || looksLikePhone(cell))
}

/** Finds the columns in which most cells look like email addresses or phone numbers, from the first thousand rows. */
export function guessColumns({ columns, rows }: Table): ContactColumns {
  const first = rows.slice(0, 1000)
  const best = (looks: (cell: string) => boolean, name: RegExp) => {
    const scores = columns.map(
      (column, i) => first.filter((row) => looks(row[i] ?? '')).length + (name.test(column) ? 0.5 : 0),
    )
    const most = Math.max(0, ...scores)
    return most === 0 ? null : scores.indexOf(most)
  }
  return { email: best(looksLikeEmail, /mail/i), phone: best(looksLikePhone, /phone|mobile|cell/i) }
}

/** Counts the filled cells of the chosen columns: there are at most as many contacts. */
export function cellsIn({ rows }: Table, { email, phone }: ContactColumns): number {
  const chosen = [...new Set([email, phone])].filter((column) => column !== null)
  return rows.reduce((sum, row) => sum + chosen.filter((column) => row[column]).length, 0)
}

/** Yields each address of the chosen columns once. A generator, so that the first are sent while the rest is read. */
export function* contactsIn({ rows }: Table, columns: ContactColumns): Generator<ListedContact, void> {
  const isShared = columns.email === columns.phone
  const found = { email: new Set<string>(), phone: new Set<string>() }
  for (const row of rows)
    for (const contact_type of ['email', 'phone'] as const) {
      const column = columns[contact_type]
      const contact_value = column === null ? '' : row[column]
      if (!contact_value || (isShared && kindOf(contact_value) !== contact_type)) continue
      const known = found[contact_type].size
      if (found[contact_type].add(contact_value.toLowerCase()).size > known) yield { contact_type, contact_value }
    }
}

/** Shortens a contact for a call: the address alone, where it shows its own kind. */
export function toImport(contact: ListedContact): ListedContact | string {
  return kindOf(contact.contact_value) === contact.contact_type ? contact.contact_value : contact
}

/** Returns the file that an admin downloads. */
export function contactsCsv(contacts: readonly (ListedContact & { source: string })[]): string {
  const rows = contacts.map(({ contact_type, contact_value, source }) => [contact_type, contact_value, source])
  return toCsv([['type', 'contact', 'source'], ...rows])
}

/** Writes CSV for spreadsheets. Quotes cells that a spreadsheet would run as a formula; a phone number is none. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) && !/^\+\d{8,15}$/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const kindOf = (address: string) => (address.includes('@') ? 'email' : 'phone')
const looksLikeEmail = (cell: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)
const looksLikePhone = (cell: string) => /^\+?[\d\s().-]{7,20}$/.test(cell) && cell.replaceAll(/\D/g, '').length >= 7
