import { useQuery } from '@tanstack/react-query'
import { type Slot, type SlotKind, slotColumns } from '#domain/slots.ts'
import { allRows } from '#web/api/all-rows.ts'
import { useClients } from '#web/api/clients.ts'
import { eventKeys, slotKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { boardTexts, memberSlotTexts, slotEditorTexts } from './board-texts.ts'

// What signed-in people read and write: their own sign-up, and for admins everybody's.

export interface Signup {
  id: string
  name: string
  email: string | null
  amounts: { slot_id: string; amount: number }[]
}

export type BoardSlot = Slot & { repeats: boolean }

export interface BoardEvent {
  id: string
  title: string
  start_time: string
  end_time: string
  all_day: boolean
  series_id: string | null
  slots: BoardSlot[]
}

export function useBoardEvent(eventId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: slotKeys.board(eventId),
    queryFn: async ({ signal }): Promise<BoardEvent | null> => {
      const columns = 'id,title,start_time,end_time,all_day,series_id'
      const event = rest.from('events').select(columns).eq('id', eventId).abortSignal(signal).maybeSingle()
      const slots = rest
        .from('event_slots')
        .select(`${slotColumns},repeats`)
        .eq('event_id', eventId)
        .order('position')
        .order('id')
        .abortSignal(signal)
      const [found, lines] = await Promise.all([
        dataOf<Omit<BoardEvent, 'slots'> | null>(event),
        dataOf<BoardSlot[]>(slots),
      ])
      return found && { ...found, slots: lines }
    },
  })
}

export function useSignups(eventId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: slotKeys.signups(eventId),
    queryFn: async (): Promise<Signup[]> =>
      dataOf(
        allRows<Signup>(() =>
          rest
            .from('slot_signups')
            .select('id,name,email,amounts:slot_amounts(slot_id,amount)')
            .eq('event_id', eventId)
            .order('name')
            .order('id'),
        ),
      ),
  })
}

export function useMySlots(eventId: string, userId: string) {
  return useRead<Pick<Signup, 'amounts'> | null>(slotKeys.mine(eventId), (rest, signal) =>
    rest
      .from('slot_signups')
      .select('amounts:slot_amounts(slot_id,amount)')
      .eq('event_id', eventId)
      .eq('user_id', userId)
      .abortSignal(signal)
      .maybeSingle(),
  )
}

export function useTakeSlots(eventId: string, calendarId: string) {
  return useWrite({
    write: ({ rest }, amounts: Record<string, number>) =>
      dataOf(rest.rpc('take_slots', { p_event_id: eventId, p_amounts: amounts })),
    failed: memberSlotTexts.failed,
    refetch: [slotKeys.board(eventId), eventKeys.page(calendarId, eventId)],
  })
}

export interface SlotDraft {
  id?: string | undefined
  kind: SlotKind
  title: string
  wanted: number
}

export interface SlotLists {
  slots: SlotDraft[]
  removed: string[]
  repeats: boolean
}

export function useSaveSlots(eventId: string, calendarId: string) {
  return useWrite({
    write: ({ rest }, { slots, removed, repeats }: SlotLists) =>
      dataOf(rest.rpc('set_slots', { p_event_id: eventId, p_slots: slots, p_removed: removed, p_repeats: repeats })),
    done: () => toast(slotEditorTexts.saved),
    failed: slotEditorTexts.failed,
    refetch: [slotKeys.board(eventId), eventKeys.page(calendarId, eventId)],
  })
}

export function useRecordSlot(eventId: string) {
  return useWrite({
    write: ({ rest }, { slotId, name, amount }: { slotId: string; name: string; amount: number }) =>
      dataOf(rest.rpc('record_slot', { p_slot_id: slotId, p_name: name, p_amount: amount })),
    failed: boardTexts.saveFailed,
    refetch: [slotKeys.board(eventId)],
  })
}

export function useRemoveSignup(eventId: string) {
  return useWrite({
    write: ({ rest }, { id }: Signup) => dataOf(rest.rpc('remove_slot_signup', { p_signup_id: id })),
    done: (_, { name }) => toast(boardTexts.removed(name)),
    failed: boardTexts.saveFailed,
    refetch: [slotKeys.board(eventId)],
  })
}
