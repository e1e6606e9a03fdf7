import { useState } from 'react'
import { calendarTexts } from '#domain/texts/calendars.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { MyCalendar } from './calendar.ts'
import { useDeleteCalendar } from './mutations.ts'
import { dangerTexts } from './texts.ts'

export function DangerZone({ calendar, onDeleted }: { calendar: MyCalendar; onDeleted: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = useDeleteCalendar(calendar)

  function ask(open: boolean) {
    setIsOpen(open)
    setTyped('')
  }

  return (
    <section aria-label={calendarTexts.dangerZone} className="rounded-xl border border-danger bg-danger-soft p-5">
      <p>{dangerTexts.lead}</p>
      <Button variant="danger" className="mt-4" onClick={() => ask(true)}>
        {dangerTexts.delete}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={ask}
        title={dangerTexts.question(calendar.name)}
        description={dangerTexts.lead}
        confirm={remove.isPending ? dangerTexts.deleting : dangerTexts.delete}
        disabled={typed.trim() !== calendar.name}
        working={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      >
        <Field label={dangerTexts.typeName(calendar.name)}>
          {(control) => (
            <Input {...control} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
      </AlertDialog>
    </section>
  )
}
