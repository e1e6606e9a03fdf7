// Reads lists of contacts, pasted or from a file: one address per line, or a table. The database decides which are added.
import { readTable, type Table } from './csv.ts'
import { ANSWER_ROWS_MAX, CONTACT_TAGS_MAX, TAG_MAX } from './limits.ts'

export type ListedContact = { contact_type: 'email' | 'phone'; contact_value: string; name?: string; tags?: string[] }
/** Where addresses are looked for: in all columns, in one, or nowhere. */
export type AddressColumn = 'all' | number | null
export type ContactColumns = Record<'email' | 'phone', AddressColumn> &
  Record<'name' | 'lastName' | 'tags', number | null>
/** `skipped` has the text of each row or cell in which no address was found. */
export type ContactList = { rows: number; contacts: ListedContact[]; skipped: string[] }

/** Why these people may be written to; stored with each contact. */
export const importBases = ['asked', 'members', 'told'] as const
export type ImportBasis = (typeof importBases)[number]

export const importResults = ['added', 'duplicate', 'opted_out', 'over_limit', 'invalid'] as const
export type ImportResult = (typeof importResults)[number]

/** The number of contacts per call: each has a row in its answer. */
export const IMPORT_BATCH = ANSWER_ROWS_MAX

export function readContactTable(text: string): Table {
  const { columns, rows } = readTable(text, (cell) => hasEmail(cell) || looksLikePhone(cell))
  const [only = [], ...others] = rows
  // Addresses one after another, as mail programs copy them.
  const isLine = others.length === 0 && only.length > 1 && only.every((cell) => cell === '' || hasEmail(cell))
  return isLine ? { columns: columns.slice(0, 1), rows: only.filter(Boolean).map((cell) => [cell]) } : { columns, rows }
}

/** Finds the columns by their exact headings, otherwise by words in them, otherwise by what is in most of their first thousand cells. */
export function guessColumns(table: Table): ContactColumns {
  const { columns } = table
  const first = table.rows.slice(0, 1000)
  const filled = (index: number, looks: (cell: string) => boolean) =>
    first.filter((row) => looks(row[index] ?? '')).length
  const indexes = columns.map((_, index) => index)
  const named = (heading: RegExp) => indexes.find((index) => heading.test(columns[index] as string))
  const fullest = (looks: (cell: string) => boolean) => {
    const counts = indexes.map((index) => filled(index, looks))
    const most = Math.max(0, ...counts)
    return most === 0 ? null : counts.indexOf(most)
  }
  const phones = indexes.filter((index) => HEADINGS.phone.test(columns[index] as string))
  const phone = phones.length > 1 ? 'all' : (phones[0] ?? fullest(looksLikePhone))
  const tags = named(HEADINGS.tags) ?? null
  const isFree = (index: number) => index !== phone && index !== tags && filled(index, hasEmail) === 0
  const lastName = named(HEADINGS.lastName) ?? null
  const called = indexes.filter((index) => HEADINGS.anyName.test(columns[index] as string) && index !== lastName)
  const isNames = (index: number) => filled(index, (cell) => /^\p{L}[^\d@]*$/u.test(cell)) > first.length / 2
  const beside =
    columns.length === 2 && lastName === null ? indexes.find((index) => isFree(index) && isNames(index)) : undefined
  return {
    email: indexes.some((index) => filled(index, hasEmail) > 0) ? 'all' : null,
    phone,
    name: named(HEADINGS.name) ?? called.find(isFree) ?? beside ?? null,
    lastName,
    tags,
  }
}

const HEADINGS = {
  email: /mail|\bcorreo/i,
  phone: /phone|mobile|\bcell|\btel[eé]fono|\bcelular|\bm[oó]vil/i,
  name: /^(?:(?:full )?name|nombre(?: completo)?)$/i,
  anyName: /^(?!.*(?:user|file)).*(?:\bname|\bnombre)/i,
  lastName: /\b(?:last|family|sur) ?name|\bapellido/i,
  tags: /^(?:tags?|groups?|labels?|etiquetas?|grupos?)$/i,
}

/** Reads every address of the chosen columns, each once, with the name and the tags of its row. */
export function readContacts({ columns, rows }: Table, chosen: ContactColumns): ContactList {
  const found = new Map<string, ListedContact>()
  const skipped: string[] = []
  /** One that was chosen, is the only one, or is called so must have an address in each of its cells. */
  const promises = (kind: 'email' | 'phone', index: number) =>
    chosen[kind] === index || columns.length === 1 || HEADINGS[kind].test(columns[index] as string)

  for (const row of rows) {
    const cell = (index: number | null) => (index === null ? '' : (row[index] ?? ''))
    const names = [cell(chosen.name), cell(chosen.lastName)].filter((text) => !hasEmail(text))
    const written = names.join(' ').replaceAll(/\s+/g, ' ').trim()
    const tags = tagsIn(cell(chosen.tags))
    const empty: string[] = []
    let read = 0
    row.forEach((text, index) => {
      if (text === '') return
      const kinds = (['email', 'phone'] as const).filter((kind) => isChosen(chosen[kind], kind, index, columns))
      const addresses = kinds.flatMap((kind) => addressesIn(text, kind))
      read += addresses.length
      if (addresses.length === 0 && kinds.some((kind) => promises(kind, index))) empty.push(text)
      for (const { name, ...address } of addresses) {
        const key = `${address.contact_type} ${address.contact_value.toLowerCase()}`
        const known = found.get(key) ?? { ...address, ...((written || name) && { name: written || name }) }
        const all = [...new Set([...(known.tags ?? []), ...tags])].sort().slice(0, CONTACT_TAGS_MAX)
        found.set(key, all.length > 0 ? { ...known, tags: all } : known)
      }
    })
    if (read === 0) skipped.push(row.filter(Boolean).join(', '))
    else skipped.push(...empty)
  }
  return { rows: rows.length, contacts: [...found.values()], skipped }
}

/** Numbers in other columns may be anything: where columns are called phones, all of these are meant. */
function isChosen(place: AddressColumn, kind: 'email' | 'phone', index: number, columns: string[]): boolean {
  if (place !== 'all' || kind === 'email') return place === 'all' || place === index
  const isPhone = (column: string | undefined) => HEADINGS.phone.test(column ?? '')
  return isPhone(columns[index]) || !columns.some(isPhone)
}

type Address = { contact_type: 'email' | 'phone'; contact_value: string; name?: string }

/** Reads "Ann Stone <ann@town.example>; bo@town.example", as mail programs write it. */
function addressesIn(cell: string, kind: 'email' | 'phone'): Address[] {
  return cell.split(/[;,|\n]|:::/).flatMap((part): Address[] => {
    const text = part.trim()
    if (kind === 'phone') return looksLikePhone(text) ? [{ contact_type: 'phone', contact_value: text }] : []
    const [before = '', within] = text.split('<')
    const name = within === undefined ? '' : before.replaceAll('"', '').trim()
    return wordsOf(text)
      .filter(isEmailLike)
      .map((contact_value) => ({ contact_type: 'email', contact_value, ...(name && { name }) }))
  })
}

function tagsIn(cell: string): string[] {
  const tags = cell.split(/[,;|]/).map((tag) => tag.trim().replaceAll(/\s+/g, ' ').slice(0, TAG_MAX))
  return tags.filter(Boolean)
}

/** Shortens a contact for a call: the address alone, where it shows its own kind and has no name. */
export function toImport(contact: ListedContact): ListedContact | string {
  const { contact_type, contact_value, name, tags } = contact
  return kindOf(contact_value) === contact_type && !name && !tags ? contact_value : contact
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
const wordsOf = (text: string) => text.split(/[\s<>()[\]"]+/)
const isEmailLike = (word: string) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(word)
const hasEmail = (cell: string) => addressesIn(cell, 'email').length > 0
const looksLikePhone = (cell: string) =>
  /^\+?[\d\s().-]{7,20}$/.test(cell) && cell.replaceAll(/\D/g, '').length >= 7 && !/^\d{4}-\d\d-\d\d$/.test(cell)
