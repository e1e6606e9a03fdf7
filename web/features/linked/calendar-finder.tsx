import { useDeferredValue, useState } from 'react'
import { townKeys } from '#web/api/query-keys.ts'
import { useRead } from '#web/api/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'

interface CalendarFinderProps {
  texts: { find: string; findHint: string; add: (name: string) => string; nothingFound: string }
  /** Numbers of calendars that are there already. */
  listed: number[]
  working: boolean
  onPick: (number: number, done: () => void) => void
}

/** Finds public calendars by their number, name or town. */
export function CalendarFinder({ texts, listed, working, onPick }: CalendarFinderProps) {
  const [words, setWords] = useState('')
  const wanted = useDeferredValue(words.trim())
  const number = /^#?(\d{1,12})$/.exec(wanted)?.[1]
  const found = useFoundCalendars(number ? '' : wanted)
  const pick = (identifier: number) => onPick(identifier, () => setWords(''))
  const shown = (found.data ?? []).filter(({ identifier }) => !listed.includes(Number(identifier)))
  return (
    <div className="mt-4">
      <InputField
        label={texts.find}
        hint={texts.findHint}
        type="search"
        autoComplete="off"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {number && (
        <Button variant="secondary" className="mt-3" working={working} onClick={() => pick(Number(number))}>
          {texts.add(`#${number}`)}
        </Button>
      )}
      {!number && wanted.length >= 2 && found.data && (
        <ul className="mt-2 divide-y divide-line">
          {shown.map(({ identifier, name, city, state }) => (
            <li key={identifier} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="text-sm text-muted">{`${city}, ${state} · #${identifier}`}</p>
              </div>
              <Button
                variant="secondary"
                size="small"
                aria-label={texts.add(name)}
                working={working}
                onClick={() => pick(identifier)}
              >
                <span aria-hidden="true">+</span>
              </Button>
            </li>
          ))}
          {shown.length === 0 && <li className="py-2 text-muted">{texts.nothingFound}</li>}
        </ul>
      )}
    </div>
  )
}

interface FoundCalendar {
  identifier: number
  name: string
  city: string
  state: string
}

/** Nothing is read before something is typed. */
function useFoundCalendars(words: string) {
  return useRead<FoundCalendar[]>(
    townKeys.found(words),
    (rest, signal) => rest.rpc('search_calendars', { p_query: words, p_limit: 8 }).abortSignal(signal),
    { enabled: words.length >= 2 },
  )
}
