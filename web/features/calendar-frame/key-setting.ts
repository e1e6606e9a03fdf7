// Whether single keys act, in this browser. They do until somebody turns them off: assistive technology may press them by accident.

const KEY = 'townbell-single-keys'

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function turnSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Private windows may refuse.
  }
}
