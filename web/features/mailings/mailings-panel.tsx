import { Suspense, useEffect, useRef } from 'react'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { ListSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { MailingList } from './mailing-list.tsx'
import { SendingControls } from './sending-controls.tsx'
import { ledgerTexts } from './texts.ts'

const ActivityChart = lazyExport(() => import('./activity-chart.tsx'), 'ActivityChart')
const MailingDetail = lazyExport(() => import('./mailing-detail.tsx'), 'MailingDetail')

interface MailingsPanelProps {
  calendar: { id: string; time_zone: string }
  /** The id of the mailing that is shown recipient by recipient. */
  opened: string | null
  onOpen: (mailingId: string | null) => void
}

/** Shows admins a calendar's mailings, their outcomes, and a button to pause sending. */
export function MailingsPanel({ calendar, opened, onOpen }: MailingsPanelProps) {
  // Closing it returns the focus to its row.
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (opened !== null) last.current = opened
  }, [opened])
  if (opened !== null)
    return (
      <Suspense fallback={<ListSkeleton label={ledgerTexts.loading} />}>
        <MailingDetail calendar={calendar} mailingId={opened} onClose={() => onOpen(null)} />
      </Suspense>
    )
  return (
    <>
      <SendingControls calendarId={calendar.id} />
      <div className="mb-5 min-h-93 max-sm:min-h-107">
        <Suspense fallback={<Skeleton className="h-93 rounded-xl max-sm:h-107" />}>
          <ActivityChart calendarId={calendar.id} />
        </Suspense>
      </div>
      <MailingList calendar={calendar} focused={last} onOpen={onOpen} />
    </>
  )
}
