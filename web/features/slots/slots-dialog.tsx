import { leftOf, type Slot } from '#domain/slots.ts'
import { RequestDialog } from '#web/features/linked/request-dialog.tsx'
import { AmountField } from './amount-field.tsx'
import { slotsFlow } from './slots-flow.ts'
import { slotCardTexts, slotDialogTexts } from './texts.ts'

interface SlotsDialogProps {
  calendar: { id: string }
  event: { id: string; title: string }
  slot: Slot
  open: boolean
  onClose: () => void
}

const rules = async () => (await import('#domain/slot-forms.ts')).slotRequestForm

/** Signs up for one line; the page behind the link shows the others, too. */
export function SlotsDialog({ calendar, event, slot, open, onClose }: SlotsDialogProps) {
  const name = `amounts.${slot.id}`
  return (
    <RequestDialog
      open={open}
      onClose={onClose}
      title={`${slot.title}: ${event.title}`}
      submit={slotCardTexts.signUp}
      flow={slotsFlow}
      about={calendar.id}
      rules={rules}
      body={(form) => ({ ...form, calendar_id: calendar.id, event_id: event.id })}
    >
      {(problems) =>
        leftOf(slot) > 1 ? (
          <AmountField
            name={name}
            label={slotDialogTexts.amount}
            slot={slot}
            min={1}
            start={1}
            error={problems.amounts}
          />
        ) : (
          <input type="hidden" name={name} value="1" />
        )
      }
    </RequestDialog>
  )
}
