import { type ReactNode, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'

/** What the form in the dialog gets. */
export interface EventsFormProps<Calendar> {
  calendar: Calendar
  onClose: () => void
  /** While it works, the dialog cannot be closed. */
  onWorking: (working: boolean) => void
}

interface EventsDialogProps<Calendar> {
  /** Null is closed. */
  calendar: Calendar | null
  onClose: () => void
  title: string
  description: string
  children: (form: EventsFormProps<Calendar>, working: boolean) => ReactNode
}

/** A dialog about many events of a calendar. */
export function EventsDialog<Calendar>(props: EventsDialogProps<Calendar>) {
  const { calendar, onClose, title, description, children } = props
  const [working, setWorking] = useState(false)
  return (
    <Dialog
      open={calendar !== null}
      onClose={onClose}
      closable={!working}
      size="large"
      title={title}
      description={description}
    >
      {calendar && children({ calendar, onClose, onWorking: setWorking }, working)}
    </Dialog>
  )
}
