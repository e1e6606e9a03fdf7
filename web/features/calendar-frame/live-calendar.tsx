import { FunctionsHttpError } from '@supabase/functions-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { followCalendar } from '#web/api/calendar-stream.ts'
import { useClients } from '#web/api/clients.ts'
import type { MemberCalendar } from '#web/features/calendars/calendar.ts'

const changed = {
  events: ['events', 'calendars', 'history', 'mailings'],
  mailings: ['mailings', 'alerts'],
}

/** Reads again what somebody else changed, and what became of mailings. */
export function LiveCalendar({ calendar }: { calendar: MemberCalendar }) {
  const { functions } = useClients()
  const cache = useQueryClient()
  const follow = useEffectEvent((id: string, end: AbortSignal) =>
    followCalendar(
      {
        id,
        version: calendar.version,
        async open(path, signal) {
          const { data, error } = await functions.invoke(path, { method: 'GET', signal })
          if (error && !(error instanceof FunctionsHttpError)) throw error
          return error ? error.context : data
        },
        onChange: (what) =>
          void cache.invalidateQueries({ predicate: ({ queryKey }) => changed[what].includes(String(queryKey[0])) }),
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
