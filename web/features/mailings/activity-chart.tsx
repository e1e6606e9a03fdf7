import { useId } from 'react'
import { shortDay } from '#domain/date-words.ts'
import type { Day } from '#domain/dates.ts'
import { minutes } from '#domain/durations.ts'
import { localeOf } from '#domain/languages.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { mailingKeys } from '#web/api/query-keys.ts'
import { useRead } from '#web/api/use-read.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { WeeksChart } from '#web/ui/weeks-chart.tsx'
import { activityTexts } from './activity-texts.ts'

const locale = localeOf(siteLanguage)
const numbers = new Intl.NumberFormat(locale)

interface Week {
  week: Day
  people: number
  delivered: number
  failed: number
}

/** The last thirteen weeks: how many people are on the list, and how many messages left. */
export function ActivityChart({ calendarId }: { calendarId: string }) {
  const id = useId()
  const { data } = useRead<Week[]>(
    [...mailingKeys.of(calendarId), 'activity'],
    (rest, signal) => rest.rpc('calendar_activity', { p_calendar_id: calendarId }).abortSignal(signal),
    { staleTime: minutes(5) },
  )
  if (!data) return <Skeleton className="h-93 rounded-xl max-sm:h-107" />
  const [first, last] = [data[0], data.at(-1)]
  if (!first || !last) return null
  const delivered = data.reduce((sum, week) => sum + week.delivered, 0)
  const failed = data.reduce((sum, week) => sum + week.failed, 0)
  const joined = last.people - first.people
  const facts = [
    [numbers.format(delivered), activityTexts.sent],
    [`${joined > 0 ? '+' : ''}${numbers.format(Math.abs(joined))}`, activityTexts.joined(joined)],
    [numbers.format(failed), activityTexts.failed],
  ] as const
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line p-4 sm:p-5">
      <h2 id={id} className="text-lg">
        {activityTexts.title}
      </h2>
      <dl className="mt-2 mb-4 flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(([value, name]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-display text-xl tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <WeeksChart
        label={activityTexts.summary(first.people, last.people, delivered)}
        texts={{ ...activityTexts, bars: activityTexts.perWeek, line: activityTexts.people }}
        countWords={(count) => numbers.format(count)}
        points={data.map(({ week, people, delivered: bar }) => ({ name: shortDay(week), line: people, bar }))}
      />
    </section>
  )
}
