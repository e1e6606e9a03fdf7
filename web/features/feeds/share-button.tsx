import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { buttonTexts } from './button-texts.ts'
import type { FeedDialogName } from './feed-dialogs.tsx'
import { loadDialogs } from './load-dialogs.ts'
import type { SharedCalendar } from './share-dialog.tsx'

const FeedDialogs = lazyExport(loadDialogs, 'FeedDialogs')

/** Opens the ways to share a public calendar or event. */
export function ShareButton({ calendar, event, ...rest }: ButtonProps & SharedCalendar) {
  const [open, setOpen] = useState<FeedDialogName | null>(null)
  return (
    <>
      {/* A form, so that the button leads to a page with the same while there are no scripts. */}
      <form action={`/calendar/${calendar.id}/share`} className="contents">
        {event && <input type="hidden" name="event" value={event.id} />}
        <DialogButton
          type="submit"
          onClick={(press) => {
            press.preventDefault()
            setOpen('share')
          }}
          {...rest}
        >
          <Share2 aria-hidden="true" className="size-5" />
          {buttonTexts.share}
        </DialogButton>
      </form>
      <MountOnOpen open={open !== null}>
        <FeedDialogs page={{ calendar, event }} open={open} onClose={() => setOpen(null)} />
      </MountOnOpen>
    </>
  )
}

/** Fetches the dialogs on hover or focus. */
export function DialogButton(props: ButtonProps) {
  return <Button variant="secondary" onPointerEnter={loadDialogs} onFocus={loadDialogs} {...props} />
}
