import { CalendarSync, Code } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button, type ButtonSize } from '#web/ui/button.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { buttonTexts } from './button-texts.ts'
import type { SubscribedCalendar } from './subscribe-dialog.tsx'

const loadSubscribe = () => import('./subscribe-dialog.tsx')
const loadEmbed = () => import('./embed-dialog.tsx')
const SubscribeDialog = lazyExport(loadSubscribe, 'SubscribeDialog')
const EmbedDialog = lazyExport(loadEmbed, 'EmbedDialog')

interface FeedButtonsProps {
  calendar: SubscribedCalendar
  size?: ButtonSize
  /** Content of the subscribe dialog for members. */
  children?: ReactNode
}

/** Buttons to subscribe to a calendar and to embed it. Their dialogs are fetched on hover or focus. */
export function FeedButtons({ calendar, size, children }: FeedButtonsProps) {
  const [openDialog, setOpenDialog] = useState<'subscribe' | 'embed' | null>(null)
  const close = () => setOpenDialog(null)
  return (
    <>
      <IconButton
        size={size}
        text={buttonTexts.subscribe}
        load={loadSubscribe}
        onClick={() => setOpenDialog('subscribe')}
      >
        <CalendarSync aria-hidden="true" className={size === 'small' ? 'size-4' : 'size-5'} />
      </IconButton>
      {!calendar.disabled && (
        <IconButton size={size} text={buttonTexts.embed} load={loadEmbed} onClick={() => setOpenDialog('embed')}>
          <Code aria-hidden="true" className={size === 'small' ? 'size-4' : 'size-5'} />
        </IconButton>
      )}
      <MountOnOpen open={openDialog === 'subscribe'}>
        <SubscribeDialog calendar={calendar} open={openDialog === 'subscribe'} onClose={close}>
          {children}
        </SubscribeDialog>
      </MountOnOpen>
      <MountOnOpen open={openDialog === 'embed'}>
        <EmbedDialog calendar={calendar} open={openDialog === 'embed'} onClose={close} />
      </MountOnOpen>
    </>
  )
}

/** Shows its label only on larger screens; screen readers always get it. */
function IconButton({
  text,
  load,
  children,
  ...rest
}: ComponentProps<typeof Button> & { text: string; load: () => unknown }) {
  return (
    <Button variant="secondary" onPointerEnter={load} onFocus={load} {...rest}>
      {children}
      <span className="max-sm:not-in-[[popover]]:sr-only">{text}</span>
    </Button>
  )
}
