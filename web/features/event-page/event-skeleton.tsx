import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { eventPageTexts } from './texts.ts'

/** Has the shape of the page, so that nothing jumps when it loads. */
export function EventSkeleton() {
  return (
    <Page width="text">
      <div role="status">
        <span className="sr-only">{eventPageTexts.loading}</span>
        <Skeleton className="mb-4 h-6 w-48" />
        <Skeleton className="h-6 w-20" />
        <Skeleton className="mt-3 h-12 w-2/3" />
        <Skeleton className="mt-6 h-32 rounded-xl" />
      </div>
    </Page>
  )
}
