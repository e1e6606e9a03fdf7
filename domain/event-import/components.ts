// Reads an iCalendar file (RFC 5545 §3.1, §3.4) into components and properties. Accepts what careless programs write: any line
// end, any case, a missing END. One pass without backtracking, because files come from strangers.
import type { Spend } from '../recurrence/expand.ts'
import { workOf } from './work.ts'

export interface Property {
  name: string
  /** Values without quotes, by upper-case name. */
  parameters: Map<string, string>
  /** The raw value; TEXT is still escaped. */
  value: string
}

export interface Component {
  name: string
  properties: Property[]
  components: Component[]
}

const DEPTH_MAX = 6
/** Longer than any text we store; the rest of a line is ignored. */
const LINE_MAX = 100_000

/** Returns all calendars of a file, or null if it has none. */
export function readCalendars(text: string, spend: Spend): Component[] | null {
  const root: Component = { name: '', properties: [], components: [] }
  const open = [root]
  for (const line of unfolded(text)) {
    spend(workOf.line)
    const property = readProperty(line.slice(0, LINE_MAX))
    if (!property) continue
    const inner = open.at(-1) as Component
    if (property.name === 'BEGIN') {
      const component = { name: property.value.trim().toUpperCase(), properties: [], components: [] }
      inner.components.push(component)
      if (open.length > DEPTH_MAX) return null
      open.push(component)
    } else if (property.name === 'END') {
      const name = property.value.trim().toUpperCase()
      const at = open.findLastIndex((component) => component.name === name)
      if (at > 0) open.length = at
    } else inner.properties.push(property)
  }
  const calendars = root.components.filter(({ name }) => name === 'VCALENDAR')
  return calendars.length > 0 ? calendars : null
}

export function propertyOf({ properties }: Component, name: string): Property | undefined {
  return properties.find((property) => property.name === name)
}

export function textOf(component: Component, name: string): string {
  return unescaped(propertyOf(component, name)?.value ?? '')
}

/** Reads a value of type TEXT (§3.3.11). */
export function unescaped(value: string): string {
  return value.includes('\\')
    ? value.replace(/\\([\s\S])/g, (_, after: string) => (/n/i.test(after) ? '\n' : after))
    : value
}

/** Splits a list of TEXT at commas that are not escaped. */
export function listOf(value: string): string[] {
  return (value.match(/(?:\\[\s\S]|[^,\\])+/g) ?? []).map((part) => unescaped(part).trim())
}

/** Yields one line after the other: a list of millions would take the memory that their count should save. */
function* unfolded(text: string): Generator<string> {
  const whole = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
  for (let at = 0; at <= whole.length; ) {
    const end = whole.indexOf('\n', at)
    const next = end === -1 ? whole.length : end
    yield whole.slice(at, next)
    at = next + 1
  }
}

function readProperty(line: string): Property | null {
  const name = /^[A-Za-z0-9-]+(?=[;:])/.exec(line)?.[0]
  if (!name) return null
  const parameters = new Map<string, string>()
  let at = name.length
  while (line[at] === ';') {
    const end = endOfParameter(line, at + 1)
    if (end === null) return null
    const [key = '', ...value] = line.slice(at + 1, end).split('=')
    parameters.set(key.toUpperCase(), value.join('=').replaceAll('"', ''))
    at = end
  }
  return { name: name.toUpperCase(), parameters, value: line.slice(at + 1) }
}

/** Finds the next semicolon or colon outside quotes. */
function endOfParameter(line: string, from: number): number | null {
  let quoted = false
  for (let at = from; at < line.length; at += 1) {
    const character = line[at]
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === ';' || character === ':')) return at
  }
  return null
}
