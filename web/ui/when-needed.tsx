import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** For what is downloaded when first opened: there from then on, so that closing it can return the focus. */
export function WhenNeeded({ open, children }: { open: boolean; children: ReactNode }) {
  const [needed, setNeeded] = useState(open)
  useEffect(() => {
    // Not within the click: to ask for a dozen files takes a slow phone longer than to show that it was pressed.
    const asked = open ? setTimeout(() => setNeeded(true)) : undefined
    return () => clearTimeout(asked)
  }, [open])
  return needed && <Suspense>{children}</Suspense>
}
