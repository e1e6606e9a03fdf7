import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** For what is downloaded when first opened: there from then on, so that closing it can return the focus. */
export function MountOnOpen({ open, children }: { open: boolean; children: ReactNode }) {
  const [isMounted, setIsMounted] = useState(open)
  useEffect(() => {
    // Not within the click: to ask for a dozen files takes a slow phone longer than to show that it was pressed.
    const timer = open ? setTimeout(() => setIsMounted(true)) : undefined
    return () => clearTimeout(timer)
  }, [open])
  return isMounted && <Suspense>{children}</Suspense>
}
