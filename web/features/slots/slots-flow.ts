import { slotTexts } from '#domain/texts/slots.ts'
import { linkedFlow } from '#web/features/linked/linked-flow.ts'

export const slotsFlow = linkedFlow({ request: 'request-slots', read: 'get-slots', answer: 'take-slots' }, slotTexts, {
  TB070: slotTexts.closed,
  TB071: slotTexts.notSoMany,
  TB073: slotTexts.changed,
  TB074: slotTexts.tooMany,
})
