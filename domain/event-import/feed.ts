import { fingerprint } from '../fingerprint.ts'
import type { ImportedEntry } from './item.ts'

// Compares a feed with its last version and decides whether the changes may be applied without an admin.

/** Fingerprints of the entries by UID. */
export type Fingerprints = Record<string, string>

export function fingerprintsOf(entries: ImportedEntry[]): Fingerprints {
  return Object.fromEntries(
    entries.flatMap(({ item }) => (item ? [[item.uid, fingerprint(JSON.stringify(item))] as const] : [])),
  )
}

/** Does not depend on the order of the entries. */
export function fingerprintOfAll(prints: Fingerprints): string {
  return fingerprint(JSON.stringify(Object.entries(prints).sort(([one], [other]) => (one < other ? -1 : 1))))
}

/** Returns new and changed entries. Unchanged entries are skipped, so that edits made here since are preserved. */
export function changedEntries(entries: ImportedEntry[], prints: Fingerprints, known: Fingerprints): ImportedEntry[] {
  return entries.filter(({ item }) => !item || !Object.hasOwn(known, item.uid) || known[item.uid] !== prints[item.uid])
}

export interface FeedState {
  state: 'preview' | 'live' | 'held'
  /** The fingerprint that an admin accepted. */
  accepted: string | null
}

/** If at least so many upcoming events, and more than this share, vanish from a feed, an admin must confirm. */
export const VANISHED_MIN = 5
export const VANISHED_SHARE = 0.5

export function feedVerdict(
  { state, accepted }: FeedState,
  seen: string,
  { vanished, coming }: { vanished: number; coming: number },
): 'apply' | 'preview' | 'held' {
  if (accepted === seen) return 'apply'
  if (state === 'preview') return 'preview'
  return vanished >= VANISHED_MIN && vanished > coming * VANISHED_SHARE ? 'held' : 'apply'
}
