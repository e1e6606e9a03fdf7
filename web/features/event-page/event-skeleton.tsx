import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { eventPageTexts } from './texts.ts'

/** Has the shape of the page, so that nothing jumps when it loads. */
export function EventSkeleton() {
  return (
    <Page className="max-sm:pt-4 sm:pt-8">
      <div role="status">
        <span className="sr-only">{eventPageTexts.loading}</span>
        <Skeleton className="mb-4 h-6 w-48" />
        <div className="flex gap-4 sm:gap-6">
          <Skeleton className="h-20 w-14 sm:h-26 sm:w-21" />
          <div className="flex-1">
            <Skeleton className="h-6 w-20" />
            <Skeleton className="mt-2 h-10 w-2/3" />
          </div>
        </div>
        <Skeleton className="mt-6 h-32 rounded-xl" />
      </div>
    </Page>
  )
}
