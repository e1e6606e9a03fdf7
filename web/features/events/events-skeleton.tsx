import { Skeleton } from '#web/ui/skeleton.tsx'
import { panelTexts } from './texts.ts'

export function EventsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{panelTexts.loading}</span>
      <Skeleton className="h-24 rounded-xl" />
    </div>
  )
}
