import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { followCalendar } from '#web/api/calendar-stream.ts'
import { useSettings } from '#web/api/settings.ts'
import type { PublicCalendar } from './public-calendar.ts'

/** Shows visitors what changes while they look. Loaded after the page, which needs nothing of it. */
export function LiveCalendar({ calendar }: { calendar: PublicCalendar }) {
  const { publishableKey } = useSettings()
  const { revalidate } = useRevalidator()
  const follow = useEffectEvent((id: string, end: AbortSignal) =>
    followCalendar(
      {
        id,
        version: calendar.version,
        open: (path, signal) => fetch(`/functions/v1/${path}&apikey=${publishableKey}`, { signal }),
        onChange: (what) => what === 'events' && void revalidate(),
      },
      end,
    ),
  )
  useEffect(() => {
    const end = new AbortController()
    follow(calendar.id, end.signal)
    return () => end.abort()
  }, [calendar.id])
  return null
}
