import type { QueryKey } from '@tanstack/react-query'
import { invoke } from '#web/api/function-errors.ts'
import { calendarKeys, mailingKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { sendingTexts } from './texts.ts'

export function usePauseSending(calendarId: string) {
  return useWrite({
    write: ({ rest }, paused: boolean) =>
      dataOf(rest.rpc('pause_sending', { p_calendar_id: calendarId, p_paused: paused })),
    done: (_, paused) => toast(paused ? sendingTexts.pausedDone : sendingTexts.resumedDone),
    failed: sendingTexts.pauseFailed,
    refetch: [mailingKeys.sending(calendarId), calendarKeys.upcoming],
  })
}

export function useSendTest(calendarId: string, ...also: QueryKey[]) {
  return useWrite({
    write: (clients) => invoke<{ email: string }>(clients, 'send-test', { calendar_id: calendarId }),
    done: ({ email }) => toast(sendingTexts.tested(email)),
    failed: sendingTexts.testFailed,
    refetch: [mailingKeys.of(calendarId), ...also],
  })
}
