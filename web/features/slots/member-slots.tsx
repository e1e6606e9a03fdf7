import { useState } from 'react'
import type { Slot } from '#domain/slots.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { AmountField } from './amount-field.tsx'
import { useMySlots, useTakeSlots } from './board.ts'
import { SlotsFrame } from './slots-card.tsx'
import { slotDialogTexts } from './texts.ts'

interface MemberSlotsProps {
  calendar: { id: string }
  event: { id: string; start_time: string }
  slots: Slot[]
  userId: string
}

/** Members sign up at once: their address is confirmed. */
export function MemberSlots({ calendar, event, slots, userId }: MemberSlotsProps) {
  const { data } = useMySlots(event.id, userId)
  const [chosen, setChosen] = useState<Slot | null>(null)
  const mine = new Map(data?.amounts.map(({ slot_id, amount }) => [slot_id, amount]))
  return (
    <>
      <SlotsFrame event={event} slots={slots} mine={mine} onChoose={setChosen} />
      {chosen && (
        <TakeDialog
          key={chosen.id}
          calendarId={calendar.id}
          eventId={event.id}
          slot={chosen}
          mine={mine}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

interface TakeDialogProps {
  calendarId: string
  eventId: string
  slot: Slot
  mine: Map<string, number>
  onClose: () => void
}

function TakeDialog({ calendarId, eventId, slot, mine, onClose }: TakeDialogProps) {
  const take = useTakeSlots(eventId, calendarId)
  const { onSubmit, problems } = useCheckedForm({
    rules: async () => (await import('#domain/slot-forms.ts')).amountsForm,
    extraValues: Object.fromEntries([...mine].filter(([id]) => id !== slot.id)),
    onValid: (amounts) =>
      take.mutate(amounts, {
        onSuccess: () => {
          toast({ title: slotDialogTexts.saved })
          onClose()
        },
      }),
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title={slot.title}
      description={mine.has(slot.id) && slotDialogTexts.memberLead}
      onSubmit={onSubmit}
      submit={slotDialogTexts.save}
      working={take.isPending}
    >
      <AmountField
        name={slot.id}
        label={slotDialogTexts.amount}
        slot={slot}
        min={mine.has(slot.id) ? 0 : 1}
        start={mine.get(slot.id) ?? 1}
        error={problems[slot.id]}
      />
    </FormDialog>
  )
}
