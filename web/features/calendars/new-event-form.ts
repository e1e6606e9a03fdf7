import { useEffect, useEffectEvent } from 'react'

/** The query parameter that opens the form. The calendar removes it from the URL. */
export const NEW_EVENT = 'new'

/** Opens the form of the calendar on screen. Null while none is. */
let openForm: (() => void) | null = null

/** Lets the header open the form of this calendar. Through the URL it would render twice. */
export function useOpenFromHeader(open: () => void): void {
  const onOpen = useEffectEvent(open)
  useEffect(() => {
    openForm = () => onOpen()
    return () => {
      openForm = null
    }
  }, [])
}

/** Opens the form of the calendar on screen, and returns whether there is one. */
export function openNewEventForm(): boolean {
  openForm?.()
  return openForm !== null
}
