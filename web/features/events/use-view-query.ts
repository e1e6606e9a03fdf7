import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { parseViewQuery, type ViewQuery } from '../../../domain/views.ts'

const NAMED = ['view', 'date', 'day', 'month', 'q']

/** Returns what the URL asks to show. Where it names nothing, a phone starts with what comes next. */
export function useViewQuery(): ViewQuery {
  const [search] = useSearchParams()
  const [isPhone] = useState(() => window.matchMedia('(width < 40rem)').matches)
  const viewQuery = parseViewQuery(search)
  return isPhone && !NAMED.some((name) => search.has(name)) ? { ...viewQuery, view: 'agenda' } : viewQuery
}
