import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { calendarScreenTexts } from '#web/features/calendars/texts.ts'
import { toast } from '#web/ui/toast.ts'

/** Redirects to the dashboard, with a toast, when the calendar cannot be loaded or the person has no access (null). */
export function useRedirectIfUnavailable(calendar: object | null | undefined, error: Error | null) {
  const navigate = useNavigate()
  const problem =
    calendar === null ? calendarScreenTexts.accessDenied : error && !calendar ? calendarScreenTexts.loadFailed : null
  useEffect(() => {
    if (!problem) return
    toast(problem)
    navigate('/dashboard', { replace: true })
  }, [problem, navigate])
}
