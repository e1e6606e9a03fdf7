import { lazy, useState } from 'react'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'

const loadDialog = () => import('./follow-dialog.tsx')
const FollowDialog = lazy(() => loadDialog().then((module) => ({ default: module.FollowDialog })))

/** Fetches the dialog when a pointer or the focus comes near. A tap does both at once, so the button is painted as pressed first. */
export function FollowButton({ calendar }: { calendar: { id: string; name: string } }) {
  const [open, setOpen] = useState(false)
  const loadSoon = () => setTimeout(loadDialog)
  return (
    <>
      <Button
        // Alone in its row on a phone: the buttons beside it need the width.
        className="max-sm:w-full"
        onClick={() => setOpen(true)}
        onPointerEnter={loadSoon}
        onFocus={loadSoon}
      >
        {publicCalendarTexts.follow}
      </Button>
      <MountOnOpen open={open}>
        <FollowDialog calendar={calendar} open={open} onOpenChange={setOpen} />
      </MountOnOpen>
    </>
  )
}
