import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function CalendarCardSkeleton() {
  return (
    <Card className="p-5 sm:p-6">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="mt-3 h-4 w-1/3" />
      <Skeleton className="mt-4 h-5 w-full" />
      <Skeleton className="mt-5 mb-6 h-18 w-full rounded-lg" />
      <div className="flex gap-2">
        <Skeleton className="h-9 grow" />
        <Skeleton className="h-9 grow" />
        <Skeleton className="h-9 grow" />
      </div>
    </Card>
  )
}
