import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** Mounts lazy content when it first opens. It then stays mounted, so that closing it can return the focus. */
export function MountOnOpen({ open, children }: { open: boolean; children: ReactNode }) {
  const [isMounted, setIsMounted] = useState(open)
  useEffect(() => {
    // After the click: requesting a dozen files would delay the button's feedback on a slow phone.
    const timer = open ? setTimeout(() => setIsMounted(true)) : undefined
    return () => clearTimeout(timer)
  }, [open])
  return isMounted && <Suspense>{children}</Suspense>
}
