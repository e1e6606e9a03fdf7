import type { FollowedCalendar } from '#domain/recipient-choices.ts'
import { preferenceTexts as texts } from '#domain/texts/preferences.ts'

/** The way out of each calendar: the page that needs one press, filled in. */
export function OptOuts({ calendars }: { calendars: FollowedCalendar[] }) {
  if (calendars.every(({ opt_out_url }) => opt_out_url === null)) return <p className="text-muted">{texts.stop}</p>
  return (
    <ul className="space-y-2">
      {calendars.map(({ id, name, opt_out_url }) => (
        <li key={id}>
          <a className="underline" href={opt_out_url ?? undefined}>
            {texts.unsubscribeFrom(name)}
          </a>
        </li>
      ))}
    </ul>
  )
}
