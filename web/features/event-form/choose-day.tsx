import { type FormEvent, useState } from 'react'
import { dialogTexts, eventTexts } from '#web/features/events/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Day, dayInZone } from '../../../domain/dates.ts'
import { isEventDay } from '../../../domain/event-times.ts'
import { isPastDay } from '../../../domain/events.ts'
import { eventProblemTexts } from '../../../domain/texts/events.ts'

interface ChooseDayProps {
  zone: string
  onChoose: (day: Day) => void
  onCancel: () => void
}

/** Asks for the day of a copy before its form opens, because the form depends on the day. */
export function ChooseDay({ zone, onChoose, onCancel }: ChooseDayProps) {
  const [day, setDay] = useState('')

  function choose(event: FormEvent) {
    event.preventDefault()
    if (isPastDay(day, new Date(), zone)) toast(eventProblemTexts.pastDay)
    else onChoose(day)
  }

  return (
    <form noValidate onSubmit={choose} className="space-y-5">
      <InputField
        label={dialogTexts.date}
        hint={dialogTexts.copyHint}
        required
        type="date"
        name="day"
        min={dayInZone(Date.now(), zone)}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {eventTexts.cancel}
        </Button>
        <MainButton reason={isEventDay(day) ? null : { says: dialogTexts.chooseDay, field: 'day' }}>
          {dialogTexts.goOn}
        </MainButton>
      </DialogActions>
    </form>
  )
}
