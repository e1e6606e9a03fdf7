import { useEffect, useRef } from 'react'

// Back closes the dialog on top before it leaves the page, as people expect on a phone. An open dialog needs an entry of its own in
// the history: a copy of the page's, with the router's state, so that the router sees no difference. When a dialog closes otherwise,
// its entry stays, because going back takes a while and would undo a navigation that begins meanwhile. The next dialog uses it
// again, and the next Back passes over it.

interface OpenDialog {
  close: () => void
}

const open: OpenDialog[] = []

/** The entry of a closed dialog, while the page is there. Another length of the history means that the page navigated since. */
let spare: { index: unknown; length: number } | null = null

/** While a dialog is open, Back calls `onBack`, which closes the dialog or asks first. */
export function useBackCloses(isOpen: boolean, onBack: () => void): void {
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })
  useEffect(() => {
    if (!isOpen) return
    const dialog = { close: () => latest.current() }
    open.push(dialog)
    addEntry()
    // Before the router, which would load the page again.
    if (open.length === 1) window.addEventListener('popstate', onPop, { capture: true })
    return () => {
      open.splice(open.indexOf(dialog), 1)
      if (open.length === 0) spare = isEntry(history.state) ? here() : null
    }
  }, [isOpen])
}

function onPop(event: PopStateEvent): void {
  const dialog = open.at(-1)
  if (dialog) {
    if (indexOf(event.state) !== openedAt) return
    event.stopImmediatePropagation()
    // For the dialog below, and in case this one stays open.
    addEntry()
    dialog.close()
    return
  }
  const isPassedOver =
    spare && spare.index === indexOf(event.state) && spare.length === history.length && !isEntry(event.state)
  spare = isEntry(event.state) ? here() : null
  if (!isPassedOver) return
  event.stopImmediatePropagation()
  history.back()
}

let openedAt: unknown

function addEntry(): void {
  openedAt = indexOf(history.state)
  if (!isEntry(history.state)) history.pushState({ ...history.state, dialog: true }, '')
}

function here() {
  return { index: indexOf(history.state), length: history.length }
}

function isEntry(state: unknown): boolean {
  return (state as { dialog?: boolean } | null)?.dialog === true
}

/** The router counts its entries. */
function indexOf(state: unknown): unknown {
  return (state as { idx?: number } | null)?.idx
}
