import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstToast } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })))

/** Stands once, in the root. */
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
