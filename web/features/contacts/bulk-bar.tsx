import { TagIcon, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { useRemoveContacts } from './mutations.ts'
import type { TagCount } from './queries.ts'
import { peopleTexts } from './texts.ts'

const TagDialog = lazyExport(() => import('./tag-dialog.tsx'), 'TagDialog')

interface BulkBarProps {
  calendarId: string
  ids: string[]
  tags: TagCount[]
  onClear: () => void
}

/** What can be done with the selected contacts. */
export function BulkBar({ calendarId, ids, tags, onClear }: BulkBarProps) {
  const [open, setOpen] = useState<'add' | 'remove' | 'delete' | null>(null)
  const removal = useRemoveContacts(calendarId)
  const close = () => setOpen(null)
  return (
    <section
      aria-label={peopleTexts.bulk}
      className="sticky bottom-3 max-sm:bottom-20 z-10 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-1 rounded-xl border border-ink bg-ink px-3 py-1.5 text-sm text-paper shadow-high"
    >
      <p aria-live="polite" className="px-2 font-semibold tabular-nums">
        {peopleTexts.selected(ids.length)}
      </p>
      <button type="button" onClick={() => setOpen('add')} className={action}>
        <TagIcon aria-hidden="true" className="size-4" />
        {peopleTexts.addTag}
      </button>
      {tags.length > 0 && (
        <button type="button" onClick={() => setOpen('remove')} className={action}>
          <TagIcon aria-hidden="true" className="size-4" />
          {peopleTexts.removeTag}
        </button>
      )}
      <button type="button" onClick={() => setOpen('delete')} className={action}>
        <Trash2 aria-hidden="true" className="size-4" />
        {peopleTexts.remove}
      </button>
      <button type="button" aria-label={peopleTexts.clear} onClick={onClear} className={action}>
        <X aria-hidden="true" className="size-4" />
      </button>
      <MountOnOpen open={open === 'add' || open === 'remove'}>
        <TagDialog
          calendarId={calendarId}
          what={open === 'add' || open === 'remove' ? open : null}
          ids={ids}
          tags={tags.map(({ tag }) => tag)}
          onClose={close}
        />
      </MountOnOpen>
      <AlertDialog
        open={open === 'delete'}
        onClose={close}
        title={peopleTexts.removeQuestion(ids.length)}
        description={peopleTexts.removeBody}
        confirm={removal.isPending ? peopleTexts.removing : peopleTexts.remove}
        working={removal.isPending}
        onConfirm={() => removal.mutate(ids, { onSuccess: onClear, onSettled: close })}
      />
    </section>
  )
}

const action = 'flex min-h-11 items-center gap-2 rounded-lg px-3 font-semibold hover:bg-paper/15'
