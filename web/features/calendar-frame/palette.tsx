import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMyCalendars } from '#web/features/calendars/queries.ts'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { isMatch } from './is-match.ts'
import { keyTexts } from './key-texts.ts'
import { type PaletteCalendar, paletteActions } from './palette-actions.ts'

interface PaletteProps {
  open: boolean
  onClose: () => void
  /** The calendar that is open. */
  calendar: PaletteCalendar | null
}

/** Finds a calendar or an action by a few letters. */
export function Palette({ open, onClose, calendar }: PaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title={keyTexts.palette}>
      <Search calendar={calendar} onClose={onClose} />
    </Dialog>
  )
}

function Search({ calendar, onClose }: Omit<PaletteProps, 'open'>) {
  const { data = [] } = useMyCalendars()
  const navigate = useNavigate()
  const list = useId()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const calendars = data.map(({ id, name, identifier }) => ({ to: `/calendars/${id}`, name, note: `#${identifier}` }))
  const found = [...paletteActions(calendar), ...calendars].filter(({ name, note }) =>
    isMatch(`${name} ${note}`, words),
  )
  const chosen = Math.min(at, found.length - 1)

  function go(to: string) {
    onClose()
    navigate(to)
  }

  function move(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(found.length, 1))
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + found.length) % Math.max(found.length, 1))
    else if (event.key === 'Enter' && found[chosen]) go(found[chosen].to)
    else return
    event.preventDefault()
  }

  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found[chosen] ? `${list}-${chosen}` : undefined}
        aria-autocomplete="list"
        aria-label={keyTexts.find}
        placeholder={keyTexts.find}
        autoComplete="off"
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setAt(0)
        }}
        onKeyDown={move}
        className="h-11 w-full rounded-lg border border-line-strong bg-card px-3"
      />
      <div id={list} role="listbox" aria-label={keyTexts.found} className="mt-3 max-h-80 overflow-y-auto">
        {found.map(({ to, name, note }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys.
          <div
            key={to}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => go(to)}
            className={classes(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5',
              index === chosen ? 'bg-bell-soft' : 'hover:bg-sunk',
            )}
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="text-sm text-muted tabular-nums">{note}</span>
          </div>
        ))}
      </div>
      <p role="status" className="px-3 py-2 text-sm text-muted empty:hidden">
        {found.length === 0 ? keyTexts.nothing : null}
      </p>
    </>
  )
}
