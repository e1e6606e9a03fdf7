import { Suspense, useState } from 'react'
import type { MyCalendar } from '#web/features/calendars/calendar.ts'
import { SendTest } from '#web/features/mailings/send-test.tsx'
import { CalendarStart } from '#web/features/my-calendars/calendar-start.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'

const StarterKitDialog = lazyExport(
  () => import('#web/features/event-import/starter-kit-dialog.tsx'),
  'StarterKitDialog',
)

/** The checklist on the screen of a new calendar, with what its buttons open. Loaded after the rest of the screen. */
export function CalendarChecklist({ calendarId, userId }: { calendarId: string; userId: string }) {
  const [kit, setKit] = useState<MyCalendar | null>(null)
  return (
    <Suspense>
      <CalendarStart
        calendarId={calendarId}
        userId={userId}
        testButton={(button) => <SendTest {...button} />}
        onStarterKit={setKit}
      />
      <MountOnOpen open={kit !== null}>
        <StarterKitDialog calendar={kit} onClose={() => setKit(null)} />
      </MountOnOpen>
    </Suspense>
  )
}
