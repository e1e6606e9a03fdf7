import { type ReactNode, Suspense, useState } from 'react'

/** For what is downloaded when first opened: there from then on, so that closing it can return the focus. */
export function WhenNeeded({ open, children }: { open: boolean; children: ReactNode }) {
  const [needed, setNeeded] = useState(open)
  if (open && !needed) setNeeded(true)
  return needed && <Suspense>{children}</Suspense>
}
