import { useState } from 'react'

/** Remembers, while the tab is open, to which address the link to follow a calendar went. */
export function useSentTo(calendarId: string) {
  const key = `follow:${calendarId}`
  const [email, setEmail] = useState(() => sessionStorage.getItem(key))
  function change(next: string | null) {
    if (next === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next)
    setEmail(next)
  }
  return [email, change] as const
}
