import { useState } from 'react'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'

const loadDialog = () => import('./follow-dialog.tsx')
const FollowDialog = lazyExport(loadDialog, 'FollowDialog')

/** Fetches the dialog on hover or focus, deferred so that a tap shows the button pressed first. */
export function FollowButton({ calendar }: { calendar: { id: string; name: string } }) {
  const [open, setOpen] = useState(false)
  const loadSoon = () => setTimeout(loadDialog)
  return (
    <>
      <Button
        // On a phone it has its own row: the other buttons need the width.
        className="max-sm:w-full"
        onClick={() => setOpen(true)}
        onPointerEnter={loadSoon}
        onFocus={loadSoon}
      >
        {publicCalendarTexts.follow}
      </Button>
      <MountOnOpen open={open}>
        <FollowDialog calendar={calendar} open={open} onClose={() => setOpen(false)} />
      </MountOnOpen>
    </>
  )
}
