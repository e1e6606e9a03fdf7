import { Link } from 'react-router'
import type { FollowedCalendar, Preferences } from '#domain/recipient-choices.ts'
import { preferencesPageTexts } from './texts.ts'

/** Links to each calendar's opt-out page, filled in, so that one click is enough. */
export function OptOuts({ calendars }: { calendars: FollowedCalendar[] }) {
  if (calendars.every(({ opt_out_url }) => opt_out_url === null))
    return <p className="text-muted">{preferencesPageTexts.stop}</p>
  return (
    <ul className="space-y-2">
      {calendars.map(({ id, name, opt_out_url }) => (
        <li key={id}>
          <a className="underline" href={opt_out_url ?? undefined}>
            {preferencesPageTexts.unsubscribeFrom(name)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The way back: following again asks for a confirmation, as the first time. */
export function FollowAgain({ calendars }: { calendars: Preferences['left'] }) {
  if (calendars.length === 0) return null
  return (
    <section aria-labelledby="left">
      <h2 id="left" className="font-semibold">
        {preferencesPageTexts.left}
      </h2>
      <ul className="mt-2 space-y-2">
        {calendars.map(({ id, name }) => (
          <li key={id}>
            <Link className="underline" to={`/calendar/${id}`}>
              {preferencesPageTexts.followAgain(name)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
