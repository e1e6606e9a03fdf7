// The forms of an event's lists: the dialog, the page behind the link and the server read them the same way.
import * as z from 'zod'
import { SLOT_AMOUNT_MAX, SLOT_TITLE_MAX, SLOT_WANTED_MAX, SLOTS_MAX } from './limits.ts'
import { answerEmail, answerName, type LinkedAnswer, type LinkedEvent } from './linked.ts'
import { type Slot, slotKinds } from './slots.ts'
import { requiredText } from './text-rules.ts'
import { slotTexts } from './texts/slots.ts'

const whole = (min: number, max: number, says: string) => z.coerce.number(says).int(says).min(min, says).max(max, says)

/** How many of which line, by its id. */
export const amountsForm = z
  .record(z.guid(slotTexts.changed), whole(0, SLOT_AMOUNT_MAX, slotTexts.amount), {
    error: ({ code }) => (code === 'invalid_key' ? slotTexts.changed : slotTexts.chooseOne),
  })
  .refine((given) => Object.keys(given).length <= SLOTS_MAX, slotTexts.changed)

const isSomething = (given: Record<string, number>) => Object.values(given).some((amount) => amount > 0)

/** On the event's page. */
export const slotRequestForm = z.object({
  name: answerName,
  email: answerEmail,
  amounts: amountsForm.refine(isSomething, slotTexts.chooseOne),
})

/** The form behind the link of a mail. Nothing but zeros gives everything back. */
export const linkedSlotForm = z.object({ name: answerName, amounts: amountsForm })

/** What an admin writes down. */
export const recordedSlotForm = z.object({ name: answerName, amount: whole(1, SLOT_AMOUNT_MAX, slotTexts.amount) })

/** The lines as the organizer writes them. */
export const slotListForm = z.object({
  slots: z.array(
    z.object({
      id: z.guid().optional(),
      kind: z.enum(slotKinds),
      title: requiredText({ max: SLOT_TITLE_MAX, label: slotTexts.lineTitle, required: slotTexts.lineTitleRequired }),
      wanted: whole(1, SLOT_WANTED_MAX, slotTexts.wanted),
    }),
  ),
})

/** What the holder of a link sees. */
export interface LinkedSlots extends LinkedAnswer {
  event: LinkedEvent
  /** Each line with how many the person has, or would like if they have not confirmed. */
  slots: (Slot & { mine: number })[]
  is_confirmed: boolean
  /** False: it is too late, or the event is off; slots can only be given back. */
  is_open: boolean
}
