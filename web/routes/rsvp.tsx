import { neverCache } from '#web/api/page-caching.ts'
import { addAnswered } from '#web/features/feeds/add-popover.tsx'
import { RsvpScreen } from '#web/features/rsvps/rsvp-screen.tsx'
import { rsvpPageTexts } from '#web/features/rsvps/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/rsvp.ts'

export const headers = neverCache

export const meta: Route.MetaFunction = (args) => pageMeta({ ...rsvpPageTexts.head, noIndex: true }, args)

export default function Rsvp() {
  return <RsvpScreen addToCalendar={addAnswered} />
}
