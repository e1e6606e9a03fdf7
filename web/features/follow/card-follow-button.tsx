import { useState } from 'react'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'

const loadDialog = () => import('./follow-dialog.tsx')
const FollowDialog = lazyExport(loadDialog, 'FollowDialog')

/** On a card among others, so it also says which calendar. Apart from FollowButton, whose page would load one more file if they shared it. */
export function CardFollowButton({ calendar }: { calendar: { id: string; name: string } }) {
  const [open, setOpen] = useState(false)
  const loadSoon = () => setTimeout(loadDialog)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)} onPointerEnter={loadSoon} onFocus={loadSoon}>
        <span>
          {publicCalendarTexts.followShort}
          <span className="sr-only"> {calendar.name}</span>
        </span>
      </Button>
      <MountOnOpen open={open}>
        <FollowDialog calendar={calendar} open={open} onClose={() => setOpen(false)} />
      </MountOnOpen>
    </>
  )
}
