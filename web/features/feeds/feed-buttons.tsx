import { CalendarSync, Code } from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { buttonTexts } from './button-texts.ts'
import type { SubscribedCalendar } from './subscribe-dialog.tsx'

const loadSubscribe = () => import('./subscribe-dialog.tsx')
const loadEmbed = () => import('./embed-dialog.tsx')
const SubscribeDialog = lazy(() => loadSubscribe().then((module) => ({ default: module.SubscribeDialog })))
const EmbedDialog = lazy(() => loadEmbed().then((module) => ({ default: module.EmbedDialog })))

interface FeedButtonsProps {
  calendar: SubscribedCalendar
  /** What only members see when they subscribe. */
  children?: ReactNode
}

/** Taking a calendar along: into one's own, or onto one's own site. Dialogs are fetched when somebody reaches for them. */
export function FeedButtons({ calendar, children }: FeedButtonsProps) {
  const [openDialog, setOpenDialog] = useState<'none' | 'subscribe' | 'embed'>('none')
  const [seen, setSeen] = useState<Record<string, boolean>>({})
  const open = (what: 'subscribe' | 'embed') => () => {
    setSeen({ ...seen, [what]: true })
    setOpenDialog(what)
  }
  const close = (next: boolean) => !next && setOpenDialog('none')
  return (
    <>
      <IconButton text={buttonTexts.subscribe} load={loadSubscribe} onClick={open('subscribe')}>
        <CalendarSync aria-hidden="true" className="size-5" />
      </IconButton>
      {!calendar.disabled && (
        <IconButton text={buttonTexts.embed} load={loadEmbed} onClick={open('embed')}>
          <Code aria-hidden="true" className="size-5" />
        </IconButton>
      )}
      <Suspense>
        {seen.subscribe && (
          <SubscribeDialog calendar={calendar} open={openDialog === 'subscribe'} onOpenChange={close}>
            {children}
          </SubscribeDialog>
        )}
        {seen.embed && <EmbedDialog calendar={calendar} open={openDialog === 'embed'} onOpenChange={close} />}
      </Suspense>
    </>
  )
}

/** Its word is beside it where there is room. */
function IconButton({
  text,
  load,
  children,
  ...rest
}: ComponentProps<'button'> & { text: string; load: () => unknown }) {
  return (
    <Button variant="secondary" onPointerEnter={load} onFocus={load} {...rest}>
      {children}
      <span className="max-sm:sr-only">{text}</span>
    </Button>
  )
}
