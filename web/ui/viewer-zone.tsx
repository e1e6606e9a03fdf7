import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'

const Zone = createContext<string | null>(null)

/**
 * Around the events of a page: found once, and told without hurry, for in a month some hundred of them ask for it, and a click
 * must not wait for them. Only there: where there is no Temporal, the first question to Intl takes a slow phone 0.15 s. Inside of each Suspense, not around it:
 * React takes over what is inside later, and must find it as the server wrote it.
 */
export function ViewerZone({ children }: { children: ReactNode }) {
  const [zone, setZone] = useState<string | null>(null)
  useEffect(() => startTransition(() => setZone(ownZone())), [])
  return <Zone value={zone}>{children}</Zone>
}

/** The zone of the visitor; null until the page is theirs, for the server does not know it. */
export function useViewerZone(): string | null {
  return useContext(Zone)
}

function ownZone(): string | null {
  if (typeof Temporal !== 'undefined') return Temporal.Now.timeZoneId()
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? null
}
