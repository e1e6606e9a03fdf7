import { type ComponentType, useState } from 'react'
import { type Collection, collectionPath } from '#domain/collections.ts'
import { Button } from '#web/ui/button.tsx'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { townTexts } from './texts.ts'

export type FeedDialogName = 'subscribe' | 'embed' | 'share'

interface DialogsProps {
  calendar: Collection
  page: { town: { name: string; path: string } }
  open: FeedDialogName | null
  onClose: () => void
}

interface TownFeedsProps {
  town: Collection
  /** The dialogs of calendars, which a page has by the same id. */
  Dialogs: ComponentType<DialogsProps>
}

/** Opens the ways to share a town page, to subscribe to a town page and to embed it. */
export function TownFeeds({ town, Dialogs }: TownFeedsProps) {
  const [open, setOpen] = useState<FeedDialogName | null>(null)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen('share')}>
        {townTexts.share}
      </Button>
      <Button variant="secondary" onClick={() => setOpen('subscribe')}>
        {townTexts.subscribe}
      </Button>
      <Button variant="secondary" onClick={() => setOpen('embed')}>
        {townTexts.embed}
      </Button>
      <MountOnOpen open={open !== null}>
        <Dialogs
          calendar={town}
          page={{ town: { name: town.name, path: collectionPath(town) } }}
          open={open}
          onClose={() => setOpen(null)}
        />
      </MountOnOpen>
    </>
  )
}
