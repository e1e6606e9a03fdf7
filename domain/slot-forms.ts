// The forms of an event's lists: the dialog, the page behind the link and the server read them the same way.
import * as z from 'zod'
import { requiredText } from './characters.ts'
import { emailAddressWith } from './email-address.ts'
import { RSVP_NAME_MAX, SLOT_AMOUNT_MAX, SLOT_TITLE_MAX, SLOT_WANTED_MAX, SLOTS_MAX } from './limits.ts'
import { type Slot, slotKinds } from './slots.ts'
import { followTexts } from './texts/follow.ts'
import { rsvpTexts } from './texts/rsvps.ts'
import { slotTexts } from './texts/slots.ts'

const name = requiredText({ max: RSVP_NAME_MAX, label: rsvpTexts.name, required: rsvpTexts.nameRequired })

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
  name,
  email: emailAddressWith(followTexts.invalidEmail.body),
  amounts: amountsForm.refine(isSomething, slotTexts.chooseOne),
})

/** The form behind the link of a mail. Nothing but zeros gives everything back. */
export const linkedSlotForm = z.object({ name, amounts: amountsForm })

/** What an admin writes down. */
export const recordedSlotForm = z.object({ name, amount: whole(1, SLOT_AMOUNT_MAX, slotTexts.amount) })

/** The lines as the organizer writes them. */
export const slotListForm = z.array(
  z.object({
    id: z.guid().optional(),
    kind: z.enum(slotKinds),
    title: requiredText({ max: SLOT_TITLE_MAX, label: slotTexts.lineTitle, required: slotTexts.lineTitleRequired }),
    wanted: whole(1, SLOT_WANTED_MAX, slotTexts.wanted),
  }),
)

export const slotToken = z.string(slotTexts.invalidLink).min(1, slotTexts.invalidLink).max(200, slotTexts.invalidLink)

/** What the holder of a link sees. */
export interface LinkedSlots {
  event: {
    id: string
    title: string
    start_time: string
    end_time: string
    all_day: boolean
    location: string | null
    location_name: string | null
    status: string
  }
  calendar: { id: string; name: string; time_zone: string; is_public: boolean }
  name: string
  email: string
  /** Each line with how many the person has, or would like if they have not confirmed. */
  slots: (Slot & { mine: number })[]
  is_confirmed: boolean
  /** False: it is too late, or the event is off; slots can only be given back. */
  is_open: boolean
}
