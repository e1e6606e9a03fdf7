import { plainDay } from '#domain/date-words.ts'
import { daysLeft } from '#domain/days-to-restore.ts'
import { undoTexts } from '#web/texts/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { useRestoreEvent } from './mutations.ts'
import { type DeletedEvent, useDeletedEvents } from './queries.ts'

/** Lists the deleted events that admins can still restore, if there are any. */
export function DeletedEvents({ calendarId }: { calendarId: string }) {
  const { data } = useDeletedEvents(calendarId)
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="deleted-events" className="mb-6">
      <h2 id="deleted-events" className="text-lg">
        {undoTexts.deletedEvents}
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-xl border border-line px-4">
        {data.map((event) => (
          <Entry key={event.id} event={event} calendarId={calendarId} />
        ))}
      </ul>
    </section>
  )
}

function whenOf({ event_date, starts_on }: DeletedEvent): string {
  return starts_on ? undoTexts.repeatsFrom(plainDay(starts_on)) : plainDay(event_date ?? '')
}

function Entry({ event, calendarId }: { event: DeletedEvent; calendarId: string }) {
  const restore = useRestoreEvent(calendarId)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">{event.title}</p>
        <p className="text-sm text-muted">
          {whenOf(event)} · {undoTexts.daysLeft(daysLeft(event.deleted_at, new Date()))}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={`${undoTexts.restore}: ${event.title}`}
        working={restore.isPending}
        onClick={() => restore.mutate(event.id)}
      >
        {restore.isPending ? undoTexts.restoring : undoTexts.restore}
      </Button>
    </li>
  )
}
