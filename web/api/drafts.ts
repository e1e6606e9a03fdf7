// What was typed into a form and not saved yet. It survives a reload of the tab, and ends with the tab, with signing out and with saving.

const PREFIX = 'townbell-draft:'

export function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null')
  } catch {
    return null
  }
}

/** Without storage, or when it is full, the form works without drafts. */
export function writeDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(draft))
  } catch {}
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {}
}

/** What else names a person's calendars: that they put a card away (getting-started.tsx). */
const flags = /^townbell-(?:start-hidden|shared)-/

/** Leaves nothing of a person in a browser that others use, too. */
export function removeTraces(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    for (const key of Object.keys(localStorage)) if (flags.test(key)) localStorage.removeItem(key)
  } catch {}
}
