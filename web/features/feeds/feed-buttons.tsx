import { CalendarSync, Code } from 'lucide-react'
import { useState } from 'react'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { buttonTexts } from './button-texts.ts'
import type { FeedDialogName } from './feed-dialogs.tsx'
import { loadDialogs } from './load-dialogs.ts'
import { DialogButton } from './share-button.tsx'
import type { SubscribedCalendar } from './subscribe-dialog.tsx'

const FeedDialogs = lazyExport(loadDialogs, 'FeedDialogs')

/** Buttons to subscribe to a calendar and to embed it. Their dialogs are fetched on hover or focus. */
export function FeedButtons({ calendar }: { calendar: SubscribedCalendar }) {
  const [open, setOpen] = useState<FeedDialogName | null>(null)
  return (
    <>
      <DialogButton onClick={() => setOpen('subscribe')}>
        <CalendarSync aria-hidden="true" className="size-5" />
        {buttonTexts.subscribe}
      </DialogButton>
      {!calendar.disabled && (
        <DialogButton onClick={() => setOpen('embed')}>
          <Code aria-hidden="true" className="size-5" />
          {buttonTexts.embed}
        </DialogButton>
      )}
      <MountOnOpen open={open !== null}>
        <FeedDialogs calendar={calendar} open={open} onClose={() => setOpen(null)} />
      </MountOnOpen>
    </>
  )
}
