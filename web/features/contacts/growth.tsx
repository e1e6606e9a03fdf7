import { minutes } from '#domain/durations.ts'
import { contactKeys } from '#web/api/query-keys.ts'
import { useRead } from '#web/api/use-read.ts'
import { peopleTexts } from './texts.ts'

/** Draws how the list grew in thirteen weeks. */
export function Growth({ calendarId }: { calendarId: string }) {
  const { data = [] } = useRead<{ week: string; people: number }[]>(
    contactKeys.growth(calendarId),
    (rest, signal) => rest.rpc('calendar_activity', { p_calendar_id: calendarId }).abortSignal(signal),
    { staleTime: minutes(5) },
  )
  const people = data.map((week) => week.people)
  const [first, last] = [people[0], people.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const most = Math.max(...people)
  const line = people.map((count, week) => `${week * 8} ${22 - (20 * count) / most}`)
  return (
    <p className="flex items-center gap-2 text-sm text-muted max-sm:hidden">
      <svg aria-hidden="true" viewBox="-1 0 98 24" className="h-6 w-24 fill-bell-soft stroke-bell-line" strokeWidth="2">
        <path d={`M${line.join('L')}V24H0Z`} stroke="none" />
        <path d={`M${line.join('L')}`} fill="none" strokeLinejoin="round" />
      </svg>
      {peopleTexts.growth(last - first)}
    </p>
  )
}
