// What an event needs: people for a task and things to bring. Apart from slot-forms.ts, whose rules a page loads only with its form.

export const slotKinds = ['help', 'bring'] as const
export type SlotKind = (typeof slotKinds)[number]

/** A line of an event's lists, as visitors see it. */
export interface Slot {
  id: string
  kind: SlotKind
  title: string
  wanted: number
  taken: number
}

export const slotColumns = 'id,kind,title,wanted,taken'

/** How many of a line are still needed. */
export function leftOf({ wanted, taken }: Pick<Slot, 'wanted' | 'taken'>): number {
  return Math.max(0, wanted - taken)
}

/** Says in one short line what is still needed: "Grill 12–2pm (2), Salads (3) and 4 more". Empty: nothing. */
export function neededWords(
  slots: readonly Pick<Slot, 'title' | 'wanted' | 'taken'>[],
  more: (count: number) => string,
): string {
  const open = slots.filter((slot) => leftOf(slot) > 0)
  const named = open.slice(0, NAMED).map((slot) => `${slot.title} (${leftOf(slot)})`)
  return named.join(', ') + (open.length > NAMED ? ` ${more(open.length - NAMED)}` : '')
}

const NAMED = 3
