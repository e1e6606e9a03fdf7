import { fingerprint, type ImportedEntry } from './item.ts'

// What a feed said before, what it says now, and whether that may change a calendar by itself.

/** UID and fingerprint of what it says. */
export type Fingerprints = Record<string, string>

export function fingerprintsOf(entries: ImportedEntry[]): Fingerprints {
  return Object.fromEntries(
    entries.flatMap(({ item }) => (item ? [[item.uid, fingerprint(JSON.stringify(item))] as const] : [])),
  )
}

/** Of all it holds, in whatever order it says it. */
export function fingerprintOfAll(prints: Fingerprints): string {
  return fingerprint(JSON.stringify(Object.entries(prints).sort(([one], [other]) => (one < other ? -1 : 1))))
}

/** What is new or says something else. What it says as before is left as people here have made it since. */
export function changedEntries(entries: ImportedEntry[], prints: Fingerprints, known: Fingerprints): ImportedEntry[] {
  return entries.filter(({ item }) => !item || !Object.hasOwn(known, item.uid) || known[item.uid] !== prints[item.uid])
}

export interface FeedState {
  state: 'preview' | 'live' | 'held'
  /** What an admin said yes to. */
  accepted: string | null
}

/** So many coming events, and more than this share of them, do not vanish without somebody saying yes. */
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
