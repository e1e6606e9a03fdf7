import { neverCache } from '#web/api/page-caching.ts'
import { addAnswered } from '#web/features/feeds/add-popover.tsx'
import { SlotsScreen } from '#web/features/slots/slots-screen.tsx'
import { slotPageTexts } from '#web/features/slots/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/slots.ts'

export const headers = neverCache

export const meta: Route.MetaFunction = (args) => pageMeta({ ...slotPageTexts.head, noIndex: true }, args)

export default function Slots() {
  return <SlotsScreen addToCalendar={addAnswered} />
}
