import { BellRing } from 'lucide-react'
import { upcomingTexts } from './frame-texts.ts'
import { useNextMailings } from './queries.ts'
import { mailingWords } from './upcoming.ts'

interface NextMailingProps {
  calendar: { id: string; time_zone: string }
  paused: boolean
  now: Date
  /** It leaves within ten minutes, and the hour is said elsewhere. */
  isWaiting?: boolean
}

/** Says when the next mailing of a calendar leaves, and to how many people. For admins. */
export function NextMailing({ calendar, paused, now, isWaiting }: NextMailingProps) {
  const { data } = useNextMailings()
  const next = data?.find(({ calendar_id }) => calendar_id === calendar.id)
  const words = next && mailingWords(next, { zone: calendar.time_zone, now, isWaiting })
  return (
    <p className="flex min-w-0 gap-2.5 text-sm max-sm:text-[0.8125rem]">
      <BellRing aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-notice max-sm:hidden" />
      {/* The line is there from the start, so that nothing moves when the numbers arrive. */}
      <span className="min-h-5">
        {paused && upcomingTexts.paused}
        {!paused && words && (
          <>
            <b>{upcomingTexts.next}</b> {words}
          </>
        )}
        {!paused && next && !words && upcomingTexts.noMailing}
      </span>
    </p>
  )
}
