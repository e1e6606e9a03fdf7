import { useState } from 'react'
import { clockTime, longDay } from '#domain/date-words.ts'
import { type HistoryEntry, type HistoryKind, historyKinds, historySentence } from '#domain/history.ts'
import { groupHistory } from '#domain/history-groups.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useHistory } from './queries.ts'
import { historyTexts } from './texts.ts'

interface HistoryLogProps {
  calendar: { id: string; time_zone: string }
}

export function HistoryLog({ calendar }: HistoryLogProps) {
  const [kind, setKind] = useState<HistoryKind | null>(null)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHistory(calendar.id, kind)
  const entries = data?.pages.flat()
  return (
    <section aria-labelledby="history-log">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-3">
        <h2 id="history-log" className="text-lg">
          {historyTexts.log}
        </h2>
        <SelectField
          label={historyTexts.kind}
          className="w-44"
          value={kind ?? ''}
          onChange={(event) => setKind(kindOf(event.target.value))}
          placeholder={historyTexts.all}
          options={historyKinds.map((name) => [name, historyTexts.kinds[name]])}
        />
      </div>
      {!entries &&
        (error ? (
          <LoadError message={historyTexts.loadFailed.body} onRetry={refetch} />
        ) : (
          <ListSkeleton label={historyTexts.loading} />
        ))}
      {entries?.length === 0 && <p className="rounded-lg bg-sunk p-4 text-muted">{historyTexts.empty}</p>}
      {entries && entries.length > 0 && <Entries entries={entries} zone={calendar.time_zone} />}
      {hasNextPage && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          working={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {historyTexts.older}
        </Button>
      )}
    </section>
  )
}

function kindOf(value: string): HistoryKind | null {
  return historyKinds.find((kind) => kind === value) ?? null
}

function Entries({ entries, zone }: { entries: HistoryEntry[]; zone: string }) {
  return (
    <ol aria-label={historyTexts.log}>
      {groupHistory(entries, zone).map(({ day, groups }) => (
        <li key={day}>
          <h3 className="mt-4 mb-1 border-b border-line pb-1 font-sans text-sm font-semibold text-muted">
            {longDay(day)}
          </h3>
          <ol className="divide-y divide-line">
            {groups.map(({ entries: [first, ...more] }) => (
              <li key={first.id} className="py-2">
                {more.length === 0 ? (
                  <Line entry={first} zone={zone} />
                ) : (
                  <Group entries={[first, ...more]} zone={zone} />
                )}
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

function Line({ entry, zone }: { entry: HistoryEntry; zone: string }) {
  return (
    <div className="sm:flex sm:items-baseline sm:justify-between sm:gap-4">
      <span className="min-w-0 wrap-anywhere">{historySentence(entry)}</span>
      <time dateTime={entry.created_at} className="block shrink-0 text-sm text-muted tabular-nums">
        {clockTime(entry.created_at, zone)}
      </time>
    </div>
  )
}

/** Changes of one kind, told in one line; it opens to each of them. */
function Group({ entries, zone }: { entries: [HistoryEntry, ...HistoryEntry[]]; zone: string }) {
  return (
    <details>
      <summary className="cursor-pointer font-semibold wrap-anywhere">
        {historyTexts.group(entries.length, entries[0])}
      </summary>
      <ol className="mt-1 ml-4 divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className="py-2">
            <Line entry={entry} zone={zone} />
          </li>
        ))}
      </ol>
    </details>
  )
}
