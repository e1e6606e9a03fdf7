import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Has the shape of the screen, so that nothing jumps when it loads. */
export function MemberCalendarSkeleton() {
  return (
    <div role="status" className="mx-auto max-w-[100rem] px-4 pt-13 pb-5 sm:px-6 sm:pt-12">
      <span className="sr-only">{memberCalendarHead.loading}</span>
      <Skeleton className="mb-2 h-24 sm:h-9" />
      <Skeleton className="h-128 rounded-xl" />
    </div>
  )
}
