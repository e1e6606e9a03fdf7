import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Has the shape of the screen, so that nothing jumps when it loads. */
export function MemberCalendarSkeleton() {
  return (
    <div role="status" className="mx-auto max-w-[100rem] px-4 py-4 sm:px-6 sm:py-5">
      <span className="sr-only">{memberCalendarHead.loading}</span>
      <Skeleton className="mb-2 h-9 w-2/3 max-w-md" />
      <Skeleton className="mb-5 h-6 w-full max-w-prose" />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        <Skeleton className="h-112 rounded-xl sm:h-128" />
        <Skeleton className="h-52 rounded-xl" />
      </div>
    </div>
  )
}
