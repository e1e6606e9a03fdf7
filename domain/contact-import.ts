// A list of contacts as people have it: one address a line, or a table with columns, pasted or from a file. Pure: text in,
// contacts out. What becomes of each is for the database to say.
import { readRows } from './csv.ts'
import { ANSWER_ROWS_MAX } from './limits.ts'

export type ListedContact = { contact_type: 'email' | 'phone'; contact_value: string }
export type ContactTable = { columns: string[]; rows: string[][] }
/** Which column holds what; null: none does. */
export type ContactColumns = { email: number | null; phone: number | null }

/** On what ground these people are written to. Kept with each contact. */
export const importBases = ['asked', 'members', 'told'] as const
export type ImportBasis = (typeof importBases)[number]

export const importResults = ['added', 'duplicate', 'opted_out', 'over_limit', 'invalid'] as const
export type ImportResult = (typeof importResults)[number]

/** As many as one call takes: each is told what became of it, in one answer. */
export const IMPORT_BATCH = ANSWER_ROWS_MAX

/** The table in a text: commas, semicolons or tabs, quotes as spreadsheets write them. */
export function readTable(text: string): ContactTable {
  const rows = readRows(text)
  const [first = []] = rows
  const hasHeader = first.length > 0 && !first.some((cell) => looksLikeEmail(cell) || looksLikePhone(cell))
  // One by one: a call takes no more than some hundred thousand arguments.
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return {
    columns: Array.from({ length: width }, (_, i) => (hasHeader && first[i]) || `Column ${i + 1}`),
    rows: hasHeader ? rows.slice(1) : rows,
  }
}

/** The columns in which most cells look like an email address, or a phone number; the first thousand rows tell. */
export function guessColumns({ columns, rows }: ContactTable): ContactColumns {
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

/** How many cells the chosen columns hold: as many contacts at most. */
export function cellsIn({ rows }: ContactTable, { email, phone }: ContactColumns): number {
  const chosen = [...new Set([email, phone])].filter((column) => column !== null)
  return rows.reduce((sum, row) => sum + chosen.filter((column) => row[column]).length, 0)
}

/** What the chosen columns hold, each address once. One by one, so that the first are on their way while the rest is read. */
export function* contactsIn({ rows }: ContactTable, columns: ContactColumns): Generator<ListedContact, void> {
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

/** As a call takes it: the address alone, where its kind shows. */
export function toImport(contact: ListedContact): ListedContact | string {
  return kindOf(contact.contact_value) === contact.contact_type ? contact.contact_value : contact
}

/** What an admin downloads. */
export function contactsCsv(contacts: readonly (ListedContact & { source: string })[]): string {
  const rows = contacts.map(({ contact_type, contact_value, source }) => [contact_type, contact_value, source])
  return toCsv([['type', 'contact', 'source'], ...rows])
}

/** As spreadsheets read it. A cell that would be a formula there is kept from being one; a phone number is none. */
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
