import { panelTexts } from '#web/features/events/texts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function EventsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{panelTexts.loading}</span>
      <Skeleton className="h-24 rounded-xl" />
    </div>
  )
}
