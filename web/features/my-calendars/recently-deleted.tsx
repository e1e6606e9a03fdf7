import type { DeletedCalendar } from '#web/features/calendars/calendar.ts'
import { useRestoreCalendar } from '#web/features/calendars/mutations.ts'
import { useDeletedCalendars } from '#web/features/calendars/queries.ts'
import { calendarScreenTexts } from '#web/features/calendars/texts.ts'
import { undoTexts } from '#web/texts/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { daysLeft } from '../../../domain/days-to-restore.ts'

/** Lists the deleted calendars that the owner can still restore, if there are any. */
export function RecentlyDeleted() {
  const { data } = useDeletedCalendars()
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="recently-deleted" className="mt-10">
      <h2 id="recently-deleted" className="text-xl">
        {undoTexts.deletedCalendars}
      </h2>
      <ul className="mt-3 divide-y divide-line rounded-xl border border-line bg-card px-4 sm:px-6">
        {data.map((calendar) => (
          <Entry key={calendar.id} calendar={calendar} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ calendar }: { calendar: DeletedCalendar }) {
  const { name, identifier, deleted_at } = calendar
  const restore = useRestoreCalendar()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted tabular-nums">
          {calendarScreenTexts.identifier(identifier)} · {undoTexts.daysLeft(daysLeft(deleted_at, new Date()))}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={`${undoTexts.restore}: ${name}`}
        working={restore.isPending}
        onClick={() => restore.mutate(calendar)}
      >
        {restore.isPending ? undoTexts.restoring : undoTexts.restore}
      </Button>
    </li>
  )
}
