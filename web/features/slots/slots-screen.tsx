import type { LinkedSlots } from '#domain/slot-forms.ts'
import { leftOf, type SlotKind, slotKinds } from '#domain/slots.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { describeEvent } from '#web/features/linked/linked-event.tsx'
import { LinkedPage } from '#web/features/linked/linked-page.tsx'
import type { AddToCalendar } from '#web/features/linked/state-card.tsx'
import { linkedTexts } from '#web/features/linked/texts.ts'
import type { Problems } from '#web/ui/use-checked-form.ts'
import { AmountField } from './amount-field.tsx'
import { slotsFlow } from './slots-flow.ts'
import { slotPageTexts as texts } from './texts.ts'

export function SlotsScreen({ addToCalendar }: { addToCalendar: AddToCalendar }) {
  return (
    <LinkedPage<LinkedSlots>
      flow={slotsFlow}
      texts={texts}
      describe={(found) => describe(found, addToCalendar)}
      rules={rules}
      fields={fields}
    />
  )
}

const rules = async () => (await import('#domain/slot-forms.ts')).linkedSlotForm

function describe(found: LinkedSlots, addToCalendar: AddToCalendar) {
  const words = found.is_confirmed
    ? { save: linkedTexts.save, remove: texts.giveBack, removed: texts.removed }
    : { save: texts.confirm, remove: texts.forget, removed: texts.forgotten }
  const answered = found.is_confirmed ? { ...found, isYes: true, addToCalendar } : null
  return { ...describeEvent(found), ...words, answered, state: stateOf(found) }
}

function stateOf(found: LinkedSlots) {
  if (!found.is_confirmed) return { title: found.is_open ? texts.notYet : slotTexts.closed }
  const [help, bring] = slotKinds.map((kind) => mineOf(found, kind))
  if (help) return { title: texts.helping(help), body: bring && texts.bringing(bring) }
  return { title: bring ? texts.bringing(bring) : texts.confirmed }
}

/** "Grill 12–2pm, Salads (2)" */
function mineOf({ slots }: LinkedSlots, of: SlotKind): string {
  const mine = slots.filter(({ kind, mine }) => kind === of && mine > 0)
  return mine.map(({ title, mine }) => (mine > 1 ? `${title} (${mine})` : title)).join(', ')
}

function fields({ slots, is_confirmed, is_open }: LinkedSlots, problems: Problems) {
  // A line that others have taken is no choice.
  const isChoice = (slot: LinkedSlots['slots'][number]) => slot.mine > 0 || leftOf(slot) > 0
  const lists = slotKinds.map((kind) => {
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
  return (
    <>
      {is_confirmed && <p>{is_open ? texts.swap : texts.onlyBack}</p>}
      {lists}
    </>
  )
}
