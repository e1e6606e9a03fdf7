// Signs somebody up for what an event needs without an account, second half: the button of the page behind the link confirms, swaps or
// gives back.
import { inTransaction } from '#database/scope.ts'
import { linkedSlotForm, slotToken } from '#domain/slot-forms.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { readSlotToken } from '#messages/slot-link.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { endpoint } from './endpoint.ts'
import { readLinkedSlots } from './get-slots.ts'
import { linkedBody, requireHolder } from './linked/link.ts'

export const takeSlots = endpoint({
  summary: 'Confirms, swaps or gives back what a person takes, by the token of its mail.',
  who: ['anyone'],
  body: linkedBody({ token: slotToken }, linkedSlotForm),
  limits: ['rsvp-link-network'],
  run:
    (context) =>
    async ({ body: { token, form } }) => {
      const { pool, linkSecret, clock } = context
      if (!form) {
        // Works as long as the sign-up is stored, whatever became of the event.
        const id = requireHolder(readSlotToken(token, linkSecret), slotTexts)
        await inTransaction(pool, async (client) => {
          await client.query(lock, [id])
          await client.query('delete from public.slot_signups where id = $1', [id])
        })
        return { status: 'removed' }
      }
      const { amounts, name } = form
      const isGivenBack = Object.values(amounts).every((amount) => amount === 0)
      return inTransaction(pool, async (client) => {
        const { id } = await readLinkedSlots(context, client, token)
        await translateDatabaseErrors(client.query(place, [id, JSON.stringify(amounts), name, clock.now()]), sentences)
        return isGivenBack ? { status: 'removed' } : readLinkedSlots(context, client, token)
      })
    },
})

const lock = 'select private.lock_slots(s.event_id) from public.slot_signups s where s.id = $1'

const place = 'select private.place_slots($1, $2, $3, $4)'

const sentences = { forbidden: slotTexts.failed, invalid: slotTexts.failed }
