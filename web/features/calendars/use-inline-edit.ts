import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** Something that is read until it is clicked: focus goes into the field, Escape leaves it, and it returns afterwards. */
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
