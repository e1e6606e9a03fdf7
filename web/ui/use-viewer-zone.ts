import { useEffect, useState } from 'react'

/** The zone of whoever looks; null until the page is theirs, for the server does not know it. */
export function useViewerZone(): string | null {
  const [zone, setZone] = useState<string | null>(null)
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? null), [])
  return zone
}
