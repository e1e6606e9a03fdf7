import type { FollowedCalendar } from '#domain/recipient-choices.ts'
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
