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
