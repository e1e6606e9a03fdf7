import { Suspense, useEffect, useState } from 'react'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { onFirstToast } from './toast.ts'

const Toaster = lazyExport(() => import('./toaster.tsx'), 'Toaster')

/** Loads the toaster with the first toast; rendered once, in the root. */
export function ToastHost() {
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => onFirstToast(() => setIsNeeded(true)), [])
  return (
    isNeeded && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
