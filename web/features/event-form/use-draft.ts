import { useEffect, useState } from 'react'
import { readDraft, writeDraft } from '#web/api/drafts.ts'
import { useUnsaved } from '#web/ui/dialog.tsx'
import type { EventDraft } from '../../../domain/events.ts'
import { isOther, keptDraft } from './kept-draft.ts'
import type { EventFormState } from './use-event-form.ts'

/** Reads the draft that a reload left; null when there is none. */
export function useKeptDraft(key: string, opened: EventDraft, keep = keptDraft): EventDraft | null {
  const [kept] = useState(() => keep(readDraft(key), opened))
  return kept
}

/** Stores what is typed, and guards the dialog around it. Returns whether the form differs from how it opened. */
export function useDraft(form: EventFormState, opened: EventDraft, key: string): boolean {
  const draft = form.watch()
  const isUnsaved = isOther(draft, opened)
  useUnsaved(isUnsaved)
  const typed = isUnsaved ? JSON.stringify(draft) : null
  useEffect(() => {
    if (typed !== null) writeDraft(key, JSON.parse(typed))
  }, [key, typed])
  return isUnsaved
}
