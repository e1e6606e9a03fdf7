import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'

const Zone = createContext<string | null>(null)

/**
 * Provides the reader's time zone to the events of a page. Read once, because without Temporal the first use of Intl takes a slow
 * phone 0.15 s, and set in a transition, because a month has hundreds of events and a click must not wait for them. Place it
 * inside each Suspense boundary: React hydrates the inside later and must find what the server rendered.
 */
export function ViewerZone({ children }: { children: ReactNode }) {
  const [zone, setZone] = useState<string | null>(null)
  useEffect(() => startTransition(() => setZone(ownZone())), [])
  return <Zone value={zone}>{children}</Zone>
}

/** Returns the reader's time zone; null on the server and until hydration. */
export function useViewerZone(): string | null {
  return useContext(Zone)
}

function ownZone(): string | null {
  if (typeof Temporal !== 'undefined') return Temporal.Now.timeZoneId()
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? null
}
