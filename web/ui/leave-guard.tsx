import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { DiscardQuestion } from './dialog.tsx'

/** Asks before the person leaves a screen on which something is unsaved; of another site or a reload the browser asks. */
export function LeaveGuard({ isSaved }: { isSaved: RefObject<boolean> }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !isSaved.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <DiscardQuestion
      open={blocker.state === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  )
}
