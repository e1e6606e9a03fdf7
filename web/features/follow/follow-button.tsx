import { useState } from 'react'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { SheetIcon } from '#web/ui/icon-sheet.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'

const loadDialog = () => import('./follow-dialog.tsx')
const FollowDialog = lazyExport(loadDialog, 'FollowDialog')

/** Fetches the dialog on hover or focus, deferred so that a tap shows the button pressed first. */
export function FollowButton({ calendar }: { calendar: { id: string; name: string; is_full: boolean } }) {
  const [open, setOpen] = useState(false)
  const loadSoon = () => setTimeout(loadDialog)
  return (
    <>
      {/* A form, so that the button leads to a page with the same question while there are no scripts. */}
      <form action={`/calendar/${calendar.id}/follow`} className="contents">
        <Button
          type="submit"
          className="max-sm:flex-[1.6]"
          onClick={(event) => {
            event.preventDefault()
            setOpen(true)
          }}
          onPointerEnter={loadSoon}
          onFocus={loadSoon}
        >
          <SheetIcon name="follow" className="size-5" />
          <span aria-hidden="true" className="sm:hidden">
            {publicCalendarTexts.followShort}
          </span>
          <span className="max-sm:sr-only">{publicCalendarTexts.follow}</span>
        </Button>
      </form>
      <MountOnOpen open={open}>
        <FollowDialog calendar={calendar} open={open} onClose={() => setOpen(false)} />
      </MountOnOpen>
    </>
  )
}
