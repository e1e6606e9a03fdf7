import type { ReactNode } from 'react'
import { EmbedDialog } from './embed-dialog.tsx'
import { ShareDialog, type SharedPage } from './share-dialog.tsx'
import { SubscribeDialog, type SubscribedCalendar } from './subscribe-dialog.tsx'

export { AddEventLinks } from './add-event-links.tsx'

export type FeedDialogName = 'subscribe' | 'embed' | 'share'

interface FeedDialogsProps {
  open: FeedDialogName | null
  onClose: () => void
  /** To subscribe to and embed. */
  calendar?: SubscribedCalendar
  /** To share. */
  page?: SharedPage
  /** Content of the subscribe dialog for members. */
  children?: ReactNode
}

export function FeedDialogs({ open, onClose, calendar, page, children }: FeedDialogsProps) {
  return (
    <>
      {calendar && (
        <SubscribeDialog calendar={calendar} open={open === 'subscribe'} onClose={onClose}>
          {children}
        </SubscribeDialog>
      )}
      {calendar && <EmbedDialog calendar={calendar} open={open === 'embed'} onClose={onClose} />}
      {page && <ShareDialog {...page} open={open === 'share'} onClose={onClose} />}
    </>
  )
}
