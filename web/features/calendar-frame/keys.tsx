import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { dayInZone } from '../../../domain/dates.ts'
import { canAddEvent, type Membership } from '../../../domain/roles.ts'
import { areSingleKeysOn } from './key-setting.ts'
import { actOf, opensPalette, queryOf } from './key-table.ts'

const KeyHelp = lazyExport(() => import('./key-help.tsx'), 'KeyHelp')
const Palette = lazyExport(() => import('./palette.tsx'), 'Palette')

interface KeysProps {
  /** The calendar that is open. */
  calendar?: { id: string; time_zone: string } | null
  /** Undefined while the calendar loads. */
  membership?: Membership
}

/** Listens for the keys of the table and for the palette, and shows what they open. */
export function Keys({ calendar, membership }: KeysProps) {
  const [open, setOpen] = useState<'help' | 'palette' | null>(null)
  const navigate = useNavigate()

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    if (opensPalette(event)) {
      event.preventDefault()
      return setOpen('palette')
    }
    if (isTyping(event.target) || !areSingleKeysOn()) return
    const act = actOf(event)
    // A popover above the page shows one event, which can be edited.
    if (act === null || (act !== 'edit' && isCovered())) return
    if (act === 'help') setOpen('help')
    else if (act === 'search') focusSearch()
    else if (act === 'edit') editFocused()
    else if ((act === 'new' || act === 'alert') && !(membership && canAddEvent(membership))) return
    else if (act === 'alert' && calendar) navigate(`/calendars/${calendar.id}/alert`)
    else if (calendar) {
      // The router's location lags: a fast second press would find it unchanged.
      const { pathname, search } = window.location
      const path = `/calendars/${calendar.id}`
      const shown = new URLSearchParams(pathname === path ? search : '')
      const query = queryOf(act, shown, dayInZone(Date.now(), calendar.time_zone))
      if (query === null) return
      navigate(path + query, { replace: act !== 'new' && pathname === path, preventScrollReset: pathname === path })
    } else return
    event.preventDefault()
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const close = () => setOpen(null)
  return (
    <>
      <MountOnOpen open={open === 'help'}>
        <KeyHelp open={open === 'help'} onClose={close} />
      </MountOnOpen>
      <MountOnOpen open={open === 'palette'}>
        <Palette
          open={open === 'palette'}
          onClose={close}
          calendar={calendar && membership ? { id: calendar.id, membership } : null}
        />
      </MountOnOpen>
    </>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** Tells whether something is open above the page. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open], :popover-open') !== null
}

function focusSearch(): void {
  const opener = document.querySelector<HTMLElement>('main [data-search]')
  if (opener) opener.click()
  else document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
}

/** Presses the Edit button of the event that has the focus; a chip opens its popover, which has one. */
function editFocused(): void {
  const within = document.activeElement?.closest<HTMLElement>('[data-event], li, article, [role="dialog"]')
  const edit = within?.querySelector<HTMLElement>('[data-key="e"]')
  if (edit) edit.click()
  else if (within?.matches('[data-event]')) within.click()
}
