// Reads lists of contacts, pasted or from a file: one address per line, or a table. The database decides which are added.
import { readTable, type Table } from './csv.ts'
import { ANSWER_ROWS_MAX } from './limits.ts'

export type ListedContact = { contact_type: 'email' | 'phone'; contact_value: string; name?: string }
/** The index of the column with email addresses, phone numbers, names or last names, or null. */
export type ContactColumns = Record<'email' | 'phone' | 'name' | 'lastName', number | null>

/** Why these people may be written to; stored with each contact. */
export const importBases = ['asked', 'members', 'told'] as const
export type ImportBasis = (typeof importBases)[number]

export const importResults = ['added', 'duplicate', 'opted_out', 'over_limit', 'invalid'] as const
export type ImportResult = (typeof importResults)[number]

/** The number of contacts per call: each has a row in its answer. */
export const IMPORT_BATCH = ANSWER_ROWS_MAX

export function readContactTable(text: string): Table {
  const { columns, rows } = readTable(text, (cell) => looksLikeEmail(cell) || looksLikePhone(cell))
  const [only = [], ...others] = rows
  // Addresses one after another, as mail programs copy them.
  const isLine = others.length === 0 && only.length > 1 && only.every((cell) => cell === '' || looksLikeEmail(cell))
  return isLine ? { columns: columns.slice(0, 1), rows: only.filter(Boolean).map((cell) => [cell]) } : { columns, rows }
}

/**
 * Finds the columns in which most cells look like email addresses or phone numbers, from the first thousand rows, and the columns of
 * names by their heading. Of two columns the one beside the addresses has the names.
 */
export function guessColumns({ columns, rows }: Table): ContactColumns {
  const first = rows.slice(0, 1000)
  const best = (looks: (cell: string) => boolean, name: RegExp) => {
    const scores = columns.map(
      (column, i) => first.filter((row) => looks(row[i] ?? '')).length + (name.test(column) ? 0.5 : 0),
    )
    const most = Math.max(0, ...scores)
    return most === 0 ? null : scores.indexOf(most)
  }
  const email = best(looksLikeEmail, /mail/i)
  const phone = best(looksLikePhone, /phone|mobile|cell/i)
  const free = columns
    .map((column, index) => ({ column, index }))
    .filter(({ index }) => index !== email && index !== phone)
  const named = free.filter(({ column }) => /\bname|\bnombre|\bapellido/i.test(column) && !/user|file/i.test(column))
  const lastName = named.find(({ column }) => LAST_NAME.test(column))
  const name = named.find(({ column }) => !LAST_NAME.test(column))
  const [beside] = columns.length === 2 && !lastName ? free : []
  const isNames = (i: number) => first.filter((row) => /^\p{L}[^\d@]*$/u.test(row[i] ?? '')).length > first.length / 2
  return {
    email,
    phone,
    name: name?.index ?? (beside && isNames(beside.index) ? beside.index : null),
    lastName: lastName?.index ?? null,
  }
}

const LAST_NAME = /\b(last|family|sur) ?name|\bapellido/i

/** Counts the filled cells of the chosen columns: there are at most as many contacts. */
export function cellsIn({ rows }: Table, { email, phone }: ContactColumns): number {
  const chosen = [...new Set([email, phone])].filter((column) => column !== null)
  return rows.reduce((sum, row) => sum + chosen.filter((column) => row[column]).length, 0)
}

/** Yields each address of the chosen columns once. A generator, so that the first are sent while the rest is read. */
export function* contactsIn({ rows }: Table, columns: ContactColumns): Generator<ListedContact, void> {
  const isShared = columns.email === columns.phone
  const found = { email: new Set<string>(), phone: new Set<string>() }
  for (const row of rows) {
    const cell = (column: number | null) => (column === null ? '' : (row[column] ?? ''))
    const written = `${cell(columns.name)} ${cell(columns.lastName)}`.replaceAll(/\s+/g, ' ').trim()
    for (const contact_type of ['email', 'phone'] as const) {
      const { contact_value, name } = splitName(cell(columns[contact_type]), written)
      if (!contact_value || (isShared && kindOf(contact_value) !== contact_type)) continue
      const known = found[contact_type].size
      if (found[contact_type].add(contact_value.toLowerCase()).size > known)
        yield { contact_type, contact_value, ...(name && { name }) }
    }
  }
}

/** Reads "Ann Stone <ann@town.example>", as mail programs write it. A name of its own column counts more. */
function splitName(cell: string, written: string): { contact_value: string; name: string } {
  const [, name = '', contact_value = ''] = NAMED.exec(cell) ?? []
  return contact_value
    ? { contact_value, name: written || name.replaceAll('"', '').trim() }
    : { contact_value: cell, name: written }
}

const NAMED = /^([^<>]*)<\s*([^<>\s@]+@[^<>\s@]+)\s*>$/

/** Shortens a contact for a call: the address alone, where it shows its own kind and has no name. */
export function toImport(contact: ListedContact): ListedContact | string {
  return kindOf(contact.contact_value) === contact.contact_type && !contact.name ? contact.contact_value : contact
}

/** Returns the file that an admin downloads. */
export function contactsCsv(contacts: readonly ExportedContact[]): string {
  const rows = contacts.map(({ contact_type, contact_value, name, tags, state, source, created_at }) => [
    contact_type,
    contact_value,
    name ?? '',
    tags.join(', '),
    state,
    source,
    created_at.slice(0, 10),
  ])
  return toCsv([['type', 'contact', 'name', 'tags', 'state', 'source', 'added'], ...rows])
}

type ExportedContact = {
  contact_type: string
  contact_value: string
  name: string | null
  tags: string[]
  state: string
  source: string
  created_at: string
}

/**
 * Writes CSV for spreadsheets. Quotes what a spreadsheet would run as a formula; a phone number is none. Where cells end with a semicolon, as
 * in Spain, a formula can also begin within ours.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = /^\+\d{8,15}$/.test(text) ? text : text.replaceAll(/(^|[;\t\r\n])(?=[=+\-@\t\r])/g, "$1'")
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const kindOf = (address: string) => (address.includes('@') ? 'email' : 'phone')
const looksLikeEmail = (cell: string) => /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/.test(cell) || NAMED.test(cell)
const looksLikePhone = (cell: string) =>
  /^\+?[\d\s().-]{7,20}$/.test(cell) && cell.replaceAll(/\D/g, '').length >= 7 && !/^\d{4}-\d\d-\d\d$/.test(cell)
