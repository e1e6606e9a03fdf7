import { toCsv } from './contact-import.ts'
import type { Slot } from './slots.ts'
import { slotTexts } from './texts/slots.ts'

interface Listed {
  name: string
  email: string | null
  amounts: { slot_id: string; amount: number }[]
}

type Columns = Record<'list' | 'what' | 'name' | 'amount' | 'email', string>

/** Returns the lists of an event with the names as the file that an admin downloads. */
export function slotsCsv(slots: readonly Slot[], people: readonly Listed[], columns: Columns): string {
  const rows = slots.flatMap(({ id, kind, title }) => {
    const taken = people.flatMap(({ name, email, amounts }) =>
      amounts
        .filter(({ slot_id }) => slot_id === id)
        .map(({ amount }) => [slotTexts.kinds[kind], title, name, String(amount), email ?? '']),
    )
    return taken.length > 0 ? taken : [[slotTexts.kinds[kind], title, '', '', '']]
  })
  return toCsv([[columns.list, columns.what, columns.name, columns.amount, columns.email], ...rows])
}
