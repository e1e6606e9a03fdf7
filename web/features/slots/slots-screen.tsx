import type { LinkedSlots } from '#domain/slot-forms.ts'
import { leftOf, slotKinds } from '#domain/slots.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { describeEvent } from '#web/features/linked/linked-event.tsx'
import { LinkedPage } from '#web/features/linked/linked-page.tsx'
import { linkedTexts } from '#web/features/linked/texts.ts'
import type { Problems } from '#web/ui/use-checked-form.ts'
import { AmountField } from './amount-field.tsx'
import { slotsFlow } from './slots-flow.ts'
import { slotPageTexts as texts } from './texts.ts'

export function SlotsScreen() {
  return <LinkedPage flow={slotsFlow} texts={texts} describe={describe} rules={rules} Fields={Fields} />
}

const rules = async () => (await import('#domain/slot-forms.ts')).linkedSlotForm

function describe(found: LinkedSlots) {
  const words = found.is_confirmed
    ? { save: linkedTexts.save, remove: texts.giveBack, removed: texts.removed }
    : { save: texts.confirm, remove: texts.forget, removed: texts.forgotten }
  return { ...describeEvent(found), ...words, state: stateOf(found) }
}

function stateOf({ is_confirmed, is_open }: LinkedSlots) {
  if (is_confirmed) return { title: texts.confirmed, body: is_open ? texts.swap : texts.onlyBack }
  return { title: is_open ? texts.notYet : slotTexts.closed }
}

function Fields({ found: { slots }, problems }: { found: LinkedSlots; problems: Problems }) {
  // A line that others have taken is no choice.
  const isChoice = (slot: LinkedSlots['slots'][number]) => slot.mine > 0 || leftOf(slot) > 0
  return slotKinds.map((kind) => {
    const lines = slots.filter((slot) => slot.kind === kind && isChoice(slot))
    if (lines.length === 0) return null
    return (
      <fieldset key={kind} className="space-y-4">
        <legend className="mb-3 text-[0.9375rem] font-semibold text-muted">{slotTexts.kinds[kind]}</legend>
        {lines.map((slot) => (
          <AmountField
            key={slot.id}
            name={`amounts.${slot.id}`}
            label={slot.title}
            slot={slot}
            min={0}
            start={slot.mine}
            error={problems[`amounts.${slot.id}`]}
          />
        ))}
      </fieldset>
    )
  })
}
