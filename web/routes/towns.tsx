import { Suspense } from 'react'
import { townsHead } from '#web/features/towns/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import type { Route } from './+types/towns.ts'

// Apart from the route, so that the list of routes, which every page loads, stays short.
const TownsScreen = lazyExport(() => import('#web/features/towns/towns-screen.tsx'), 'TownsScreen')

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...townsHead, noIndex: true }, args)
}

export default function Towns() {
  return (
    <Suspense>
      <TownsScreen />
    </Suspense>
  )
}
