import { useState } from 'react'
import type { MyCalendar } from '#web/features/calendars/calendar.ts'
import { useDeleteCalendar } from '#web/features/calendars/mutations.ts'
import { calendarScreenTexts, dangerTexts } from '#web/features/calendars/texts.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'

export function DangerZone({ calendar, onDeleted }: { calendar: MyCalendar; onDeleted: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = useDeleteCalendar(calendar)

  function ask() {
    setIsOpen(true)
    setTyped('')
  }

  return (
    <section aria-label={calendarScreenTexts.dangerZone} className="rounded-xl border border-danger bg-danger-soft p-5">
      <p>{dangerTexts.lead}</p>
      <Button variant="danger" className="mt-4" onClick={ask}>
        {dangerTexts.delete}
      </Button>
      <AlertDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={dangerTexts.question(calendar.name)}
        description={dangerTexts.lead}
        confirm={remove.isPending ? dangerTexts.deleting : dangerTexts.delete}
        reason={typed.trim() === calendar.name ? null : { says: dangerTexts.typeName(calendar.name), field: 'typed' }}
        working={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      >
        <InputField
          label={dangerTexts.typeName(calendar.name)}
          name="typed"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </AlertDialog>
    </section>
  )
}
