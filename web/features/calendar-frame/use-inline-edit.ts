import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** Switches a text to editing and back: the field gets the focus, Escape cancels, and the focus returns to the button. */
export function useInlineEdit() {
  const [editing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const wasEditing = useRef(false)

  useEffect(() => {
    if (editing) {
      field.current?.focus()
      field.current?.select()
    } else if (wasEditing.current) {
      opener.current?.focus()
    }
    wasEditing.current = editing
  }, [editing])

  const close = () => setEditing(false)
  return {
    editing,
    opener,
    field,
    open: () => setEditing(true),
    close,
    onEscape: (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    },
  }
}
