import { type CollectionColor, collectionColors } from '#domain/collections.ts'
import { CalendarFinder } from '#web/features/linked/calendar-finder.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/input.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ColorMark } from './color-mark.tsx'
import { type ListedCalendar, useAddCalendar, useColor, useOrder, useRemoveCalendar, useTownList } from './towns.ts'
import { townsTexts as texts } from './towns-texts.ts'

/** The calendars of one's own town page: adds, removes, orders and colors them. */
export function TownCalendars({ townId }: { townId: string }) {
  const list = useTownList(townId)
  const order = useOrder(townId)
  if (list.isPending) return <Skeleton className="mt-5 h-24 rounded-xl" />
  if (list.isError) return <LoadError message={texts.loadFailed} onRetry={list.refetch} />
  const ids = list.data.map(({ calendar_id }) => calendar_id)
  const moveUp = (index: number) =>
    order.mutate(ids.toSpliced(index - 1, 2, ids[index] as string, ids[index - 1] as string))
  return (
    <div className="mt-6">
      <h4 className="font-sans text-base font-semibold">{texts.calendars}</h4>
      {ids.length === 0 && <p className="mt-2 text-muted">{texts.noCalendars}</p>}
      <ul className="mt-2 divide-y divide-line">
        {list.data.map((entry, index) => (
          <Entry
            key={entry.calendar_id}
            townId={townId}
            entry={entry}
            {...(index > 0 ? { onUp: () => moveUp(index) } : {})}
          />
        ))}
      </ul>
      <AddCalendar townId={townId} listed={list.data} />
    </div>
  )
}

interface EntryProps {
  townId: string
  entry: ListedCalendar
  onUp?: () => void
}

function Entry({ townId, entry, onUp }: EntryProps) {
  const color = useColor(townId)
  const remove = useRemoveCalendar(townId)
  const { calendar_id: calendarId, identifier, declined_at, is_shown } = entry
  const name = entry.name ?? texts.gone(identifier)
  const state = declined_at
    ? texts.declined
    : is_shown
      ? `${entry.city}, ${entry.state} · #${identifier}`
      : texts.hidden
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <ColorMark color={entry.color} className="size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{state}</p>
      </div>
      {!declined_at && (
        <div className="flex items-center gap-2">
          <Select
            aria-label={texts.color(name)}
            className="w-32!"
            value={entry.color}
            onChange={({ target }) => color.mutate({ calendarId, color: target.value as CollectionColor })}
          >
            {Object.keys(collectionColors).map((one) => (
              <option key={one} value={one}>
                {texts.colors[one as CollectionColor]}
              </option>
            ))}
          </Select>
          <Button variant="secondary" size="small" aria-label={texts.up(name)} disabled={!onUp} onClick={onUp}>
            <span aria-hidden="true">↑</span>
          </Button>
          <Button
            variant="secondary"
            size="small"
            aria-label={texts.take(name)}
            working={remove.isPending}
            onClick={() => remove.mutate(calendarId)}
          >
            <span aria-hidden="true">✕</span>
          </Button>
        </div>
      )}
    </li>
  )
}

function AddCalendar({ townId, listed }: { townId: string; listed: ListedCalendar[] }) {
  const add = useAddCalendar(townId)
  return (
    <CalendarFinder
      texts={texts}
      listed={listed.map(({ identifier }) => Number(identifier))}
      working={add.isPending}
      onPick={(number, done) => add.mutate(number, { onSuccess: done })}
    />
  )
}
