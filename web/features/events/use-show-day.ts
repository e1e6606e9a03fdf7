import { useNavigate } from 'react-router'
import { type Day, dayInZone } from '../../../domain/dates.ts'
import { viewHref } from '../../../domain/views.ts'
import { useViewQuery } from './use-view-query.ts'

/** Returns a function that shows a day in the current view. */
export function useShowDay(zone: string): (day: Day) => void {
  const viewQuery = useViewQuery()
  const navigate = useNavigate()
  return (day) => {
    const date = day === dayInZone(Date.now(), zone) ? null : day
    const address = viewHref({ ...viewQuery, month: null, date })
    // After the click: the router rerenders every link of the page, which would delay the button's feedback.
    setTimeout(() => navigate(address, { replace: true, preventScrollReset: true }))
  }
}
