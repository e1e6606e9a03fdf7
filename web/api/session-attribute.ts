import type { Session } from '@supabase/auth-js'
// Says in an attribute of <html> whether somebody is signed in on this browser. Public pages are rendered once for everybody
// and show both "Sign in" and "My Calendars"; the style sheet hides one of them (the variants signed-in and signed-out).
// It is set before the first paint, so nothing jumps and no page needs auth-js to draw its header.

export const STORAGE_KEY = 'townbell'

/** Runs in the head, before the first paint. Links in mails bring a session in the hash. */
export const sessionScript = `try{document.documentElement.dataset.session=localStorage.getItem('${STORAGE_KEY}')||/[#&]access_token=/.test(location.hash)?'in':'out'}catch{document.documentElement.dataset.session='out'}`

export function setSessionAttribute(signedIn: boolean): void {
  document.documentElement.dataset.session = signedIn ? 'in' : 'out'
}

/** Sets the attribute again, from what this browser stores. */
export function restoreSessionAttribute(): void {
  try {
    setSessionAttribute(localStorage.getItem(STORAGE_KEY) !== null)
  } catch {
    setSessionAttribute(false)
  }
}

/** Returns a guess from local storage. Use it only to choose what to show; the server checks every request. */
export function hasSessionAttribute(): boolean {
  return typeof document !== 'undefined' && document.documentElement.dataset.session === 'in'
}

/** Updates the attribute when another tab signs in or out. */
export function syncSessionAcrossTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === null) restoreSessionAttribute()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

// Public pages offer members of the calendar "Manage", from the first paint and without asking the server. The ids of the person's
// calendars on this device are only a hint: the server decides who may manage what.

const MINE = 'townbell-mine'

/** Runs in the head, before the first paint. */
export const membershipScript = `try{if(localStorage.getItem('${MINE}').split(',').some((id)=>id&&location.pathname.includes(id)))document.documentElement.dataset.member='yes'}catch{}`

/** Says in an attribute of <html> whether the calendar is one of the person's own. */
export function setMemberAttribute(calendarId: string): void {
  try {
    const isMine = localStorage.getItem(MINE)?.includes(calendarId)
    document.documentElement.dataset.member = isMine ? 'yes' : 'no'
  } catch {}
}

/** Without ids, nobody is signed in any more. */
export function storeMine(ids?: readonly string[]): void {
  try {
    if (ids) localStorage.setItem(MINE, ids.join())
    else localStorage.removeItem(MINE)
  } catch {}
}

/** The session as auth-js stores it, without refreshing it. */
export function storedSession(): Session | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
  } catch {
    return null
  }
}
