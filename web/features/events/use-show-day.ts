import { useNavigate, useSearchParams } from 'react-router'
import { type Day, dayInZone } from '../../../domain/dates.ts'
import { parseViewQuery, viewHref } from '../../../domain/views.ts'

/** Returns a function that shows a day in the current view. */
export function useShowDay(zone: string): (day: Day) => void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (day) => {
    const date = day === dayInZone(Date.now(), zone) ? null : day
    const address = viewHref({ ...parseViewQuery(search), month: null, date })
    // After the click: the router rerenders every link of the page, which would delay the button's feedback.
    setTimeout(() => navigate(address, { replace: true, preventScrollReset: true }))
  }
}
