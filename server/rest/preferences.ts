// The Prefer header: what the caller would like, and what was done about it.
import { badPreferences, noRollback } from './errors.ts'

export type Preferences = {
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  return?: 'representation' | 'minimal' | 'headers-only'
  count?: 'exact' | 'planned' | 'estimated'
  handling?: 'strict' | 'lenient'
  timezone?: string
  maxAffected?: number
}

const known: Record<string, string[]> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  // Understood so that strict callers are not refused; transactions always commit.
  tx: ['commit'],
}

/** The first value of each kind wins. What is not understood is ignored, or refused with handling=strict. */
export function parsePreferences(header: string | null): Preferences {
  const preferences: Preferences = {}
  if (!header) return preferences
  const unknown: string[] = []
  const found: Record<string, string> = {}
  for (const part of header.split(',')) {
    const text = part.trim()
    const [key = '', value = ''] = text.split('=', 2)
    if (key === 'timezone' && isTimeZone(value)) preferences.timezone ??= value
    else if (key === 'max-affected' && /^\d{1,9}$/.test(value)) preferences.maxAffected ??= Number(value)
    else if (Object.hasOwn(known, key) && known[key]!.includes(value)) found[key] ??= value
    else if (text === 'tx=rollback') throw noRollback()
    else if (text) unknown.push(text)
  }
  delete found.tx
  Object.assign(preferences, found)
  if (unknown.length > 0 && preferences.handling === 'strict') throw badPreferences(unknown)
  if (preferences.handling !== 'strict') delete preferences.maxAffected
  return preferences
}

type Applied = 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call'

/** Only the preferences that mean something for this kind of request are said to be applied. */
export function appliedPreferences(preferences: Preferences, kind: Applied, resolved: boolean): string | undefined {
  const write = kind !== 'read' && kind !== 'call'
  const parts = [
    kind === 'insert' && resolved && preferences.resolution && `resolution=${preferences.resolution}`,
    (kind === 'insert' || kind === 'update') && preferences.missing && `missing=${preferences.missing}`,
    write && preferences.return && `return=${preferences.return}`,
    preferences.count && `count=${preferences.count}`,
    preferences.handling && `handling=${preferences.handling}`,
    preferences.timezone && `timezone=${preferences.timezone}`,
    ['update', 'delete', 'call'].includes(kind) &&
      preferences.maxAffected !== undefined &&
      `max-affected=${preferences.maxAffected}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : undefined
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name !== ''
  } catch {
    return false
  }
}
