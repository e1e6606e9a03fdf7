// A calendar file (database/calendar-file/) as a list of contacts, which is what anybody may import of one: no consent is taken from it, but
// that somebody has stopped is.
import { toCsv } from './contact-import.ts'

/** How a file says what it is. */
export const CALENDAR_FILE = 'calendar file'

/** Returns the contacts who have not stopped, as a table; null if the text is no calendar file. */
export function contactsOfCalendarFile(text: string): string | null {
  if (read(text.slice(0, text.indexOf('\n') + 1 || 2000))?.townbell !== CALENDAR_FILE) return null
  const contacts: Contact[] = []
  const stopped = new Set<string>()
  for (const line of text.split('\n')) {
    if (!kinds.some((kind) => line.includes(kind))) continue
    const { table, row, stopped: gone } = read(line) ?? {}
    if (gone?.address) stopped.add(comparable(gone.address))
    else if (table === 'public.opt_outs' && row?.email) stopped.add(comparable(row.email))
    else if (table === 'private.contact_preferences' && row?.address && row.is_on === false)
      stopped.add(comparable(row.address))
    else if (table === 'public.calendar_contacts' && row?.contact_value) contacts.push(row)
  }
  const rows = contacts
    .filter(({ contact_value }) => !stopped.has(comparable(contact_value)))
    .map(({ contact_type, contact_value, name, tags }) => [
      contact_type === 'phone' ? '' : contact_value,
      contact_type === 'phone' ? contact_value : '',
      String(name ?? ''),
      Array.isArray(tags) ? tags.join(', ') : '',
    ])
  return toCsv([['Email', 'Phone', 'Name', 'Tags'], ...rows])
}

const kinds = ['"stopped"', '"public.opt_outs"', '"private.contact_preferences"', '"public.calendar_contacts"']

type Contact = { contact_type?: string; contact_value: string; name?: string | null; tags?: string[] }
type Row = Partial<Contact> & { email?: string; address?: string; is_on?: boolean }
type Line = { townbell?: string; table?: string; row?: Row & Contact; stopped?: { address?: string } }

function read(line: string): Line | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Numbers are written in many ways. */
function comparable(address: unknown): string {
  const text = String(address).trim().toLowerCase()
  return text.includes('@') ? text : text.replaceAll(/\D/g, '').slice(-10)
}
