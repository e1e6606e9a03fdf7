import { CalendarSync, Code, Share2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button, type ButtonProps, type ButtonSize } from '#web/ui/button.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { buttonTexts } from './button-texts.ts'
import type { FeedDialogName } from './feed-dialogs.tsx'
import { loadDialogs } from './load-dialogs.ts'
import type { SharedPage } from './share-dialog.tsx'
import type { SubscribedCalendar } from './subscribe-dialog.tsx'

const FeedDialogs = lazyExport(loadDialogs, 'FeedDialogs')

interface FeedButtonsProps {
  calendar: SubscribedCalendar
  size?: ButtonSize
  /** Content of the subscribe dialog for members. */
  children?: ReactNode
}

/** Buttons to subscribe to a calendar and to embed it. Their dialogs are fetched on hover or focus. */
export function FeedButtons({ calendar, size, children }: FeedButtonsProps) {
  const [open, setOpen] = useState<FeedDialogName | null>(null)
  const iconSize = size === 'small' ? 'size-4' : 'size-5'
  return (
    <>
      <IconButton size={size} text={buttonTexts.subscribe} onClick={() => setOpen('subscribe')}>
        <CalendarSync aria-hidden="true" className={iconSize} />
      </IconButton>
      {!calendar.disabled && (
        <IconButton size={size} text={buttonTexts.embed} onClick={() => setOpen('embed')}>
          <Code aria-hidden="true" className={iconSize} />
        </IconButton>
      )}
      <MountOnOpen open={open !== null}>
        <FeedDialogs calendar={calendar} open={open} onClose={() => setOpen(null)}>
          {children}
        </FeedDialogs>
      </MountOnOpen>
    </>
  )
}

/** Opens the ways to share a public calendar or event. */
export function ShareButton({ calendar, event, ...rest }: ButtonProps & SharedPage) {
  const [open, setOpen] = useState<FeedDialogName | null>(null)
  return (
    <>
      <DialogButton onClick={() => setOpen('share')} {...rest}>
        <Share2 aria-hidden="true" className="size-5" />
        {buttonTexts.share}
      </DialogButton>
      <MountOnOpen open={open !== null}>
        <FeedDialogs page={{ calendar, event }} open={open} onClose={() => setOpen(null)} />
      </MountOnOpen>
    </>
  )
}

/** Shows its label only on larger screens; screen readers always get it. */
function IconButton({ text, children, ...rest }: ComponentProps<typeof Button> & { text: string }) {
  return (
    <DialogButton {...rest}>
      {children}
      <span className="max-sm:not-in-[[popover]]:sr-only">{text}</span>
    </DialogButton>
  )
}

function DialogButton(props: ButtonProps) {
  return <Button variant="secondary" onPointerEnter={loadDialogs} onFocus={loadDialogs} {...props} />
}
