import { useState } from 'react'
import { readDraft, removeDraft, writeDraft } from '#web/api/drafts.ts'

/** Remembers, while the tab is open and nobody signs out there, to which address the link to follow a calendar went. */
export function useSentTo(calendarId: string) {
  const key = `follow:${calendarId}`
  const [email, setEmail] = useState(() => readDraft(key) as string | null)
  function change(next: string | null) {
    if (next === null) removeDraft(key)
    else writeDraft(key, next)
    setEmail(next)
  }
  return [email, change] as const
}
