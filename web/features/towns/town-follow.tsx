import { useState } from 'react'
import type { Collection } from '#domain/collections.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { townTexts } from './texts.ts'

const loadDialog = () => import('./town-follow-dialog.tsx')
const TownFollowDialog = lazyExport(loadDialog, 'TownFollowDialog')

export function TownFollow({ town, only }: { town: Collection; only: readonly number[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)} onPointerEnter={loadDialog} onFocus={loadDialog}>
        {townTexts.follow}
      </Button>
      <MountOnOpen open={open}>
        <TownFollowDialog town={town} only={only} open={open} onClose={() => setOpen(false)} />
      </MountOnOpen>
    </>
  )
}
