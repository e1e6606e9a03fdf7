import { siteLanguage } from '#domain/site-language.ts'
import { invoke } from '#web/api/function-errors.ts'
import { accountKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { textChoiceTexts } from './texts.ts'

/** A number of mine that a calendar texts. Only its ends are known here. */
interface MyNumber {
  calendar_id: string
  phone: string
  state: 'on' | 'waiting' | 'stopped'
}

export function useMyNumbers() {
  return useRead<MyNumber[]>(accountKeys.numbers, (rest, signal) => rest.rpc('get_my_numbers').abortSignal(signal), {
    staleTime: 0,
  })
}

export function useAddPhone() {
  return useWrite({
    write: (clients, input: { calendar_id: string; phone: string; consent: true }) =>
      invoke(clients, 'add-my-phone', { ...input, language: siteLanguage }),
    done: () => toast(textChoiceTexts.asked),
    failed: textChoiceTexts.failed,
    refetch: [accountKeys.numbers],
  })
}

export function useStopTexts() {
  return useWrite({
    write: ({ rest }, { id }: { id: string; name: string }) => dataOf(rest.rpc('stop_my_texts', { p_calendar_id: id })),
    done: (_, { name }) => toast(textChoiceTexts.off(name)),
    failed: textChoiceTexts.failed,
    refetch: [accountKeys.numbers],
  })
}
