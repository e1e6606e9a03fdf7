import { type ComponentType, useState } from 'react'
import type { Collection } from '#domain/collections.ts'
import { Button } from '#web/ui/button.tsx'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { townTexts } from './texts.ts'

export type FeedDialogName = 'subscribe' | 'embed'

interface TownFeedsProps {
  town: Collection
  /** The dialogs of calendars, which a page has by the same id. */
  Dialogs: ComponentType<{ calendar: Collection; open: FeedDialogName | null; onClose: () => void }>
}

/** Opens the ways to subscribe to a town page and to embed it. */
export function TownFeeds({ town, Dialogs }: TownFeedsProps) {
  const [open, setOpen] = useState<FeedDialogName | null>(null)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen('subscribe')}>
        {townTexts.subscribe}
      </Button>
      <Button variant="secondary" onClick={() => setOpen('embed')}>
        {townTexts.embed}
      </Button>
      <MountOnOpen open={open !== null}>
        <Dialogs calendar={town} open={open} onClose={() => setOpen(null)} />
      </MountOnOpen>
    </>
  )
}
