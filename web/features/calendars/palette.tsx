import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { calendarViews } from '#domain/views.ts'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { isMatch } from './is-match.ts'
import { keyTexts } from './key-texts.ts'
import { NEW_EVENT } from './new-event-parameter.ts'
import { useMyCalendars } from './queries.ts'

interface PaletteProps {
  open: boolean
  onClose: () => void
  /** The calendar that is open. */
  calendarId: string | undefined
}

/** Finds a calendar or an action by a few letters. */
export function Palette({ open, onClose, calendarId }: PaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title={keyTexts.palette}>
      <Search calendarId={calendarId} onClose={onClose} />
    </Dialog>
  )
}

function Search({ calendarId, onClose }: { calendarId: string | undefined; onClose: () => void }) {
  const { data = [] } = useMyCalendars()
  const navigate = useNavigate()
  const list = useId()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const calendars = data.map(({ id, name, identifier }) => ({ to: `/calendars/${id}`, name, note: `#${identifier}` }))
  const found = [...actionsOf(calendarId), ...calendars].filter(({ name, note }) => isMatch(`${name} ${note}`, words))
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

function actionsOf(calendarId: string | undefined) {
  const path = `/calendars/${calendarId}`
  const ofCalendar = [
    { to: `${path}?${NEW_EVENT}=1`, name: keyTexts.newEvent, note: 'N' },
    ...calendarViews.map((view) => ({
      to: view === 'month' ? path : `${path}?view=${view}`,
      name: keyTexts[view],
      note: view.charAt(0).toUpperCase(),
    })),
    { to: `${path}/people`, name: keyTexts.people, note: '' },
    { to: `${path}/mailings`, name: keyTexts.mailings, note: '' },
    { to: `${path}/setup`, name: keyTexts.settings, note: '' },
  ]
  const always = [
    { to: '/dashboard', name: keyTexts.myCalendars, note: '' },
    { to: '/account', name: keyTexts.account, note: '' },
  ]
  return calendarId ? [...ofCalendar, ...always] : always
}
