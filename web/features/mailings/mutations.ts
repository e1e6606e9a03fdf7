import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClients } from '#web/api/clients.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { dataOf, errorToast } from '#web/api/request-errors.ts'
import { toast } from '#web/ui/toast.ts'
import { mailingKeys } from './queries.ts'
import { sendingTexts } from './texts.ts'

export function usePauseSending(calendarId: string) {
  const { rest } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (paused: boolean) => dataOf(rest.rpc('pause_sending', { p_calendar_id: calendarId, p_paused: paused })),
    onSuccess: (_, paused) => toast(paused ? sendingTexts.pausedDone : sendingTexts.resumedDone),
    onError: (error) => toast(errorToast(error, sendingTexts.pauseFailed)),
    // Returned: the button works until the state it shows is the new one.
    onSettled: () => cache.invalidateQueries({ queryKey: mailingKeys.sending(calendarId) }),
  })
}

export function useSendTest(calendarId: string) {
  const { functions } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const body = { calendar_id: calendarId }
      const { data, error } = await functions.invoke<{ email: string }>('send-test', { body })
      if (error || !data) throw new Error((await functionFailure(error)).message ?? sendingTexts.testFailed.body)
      return data.email
    },
    onSuccess: (email) => toast(sendingTexts.tested(email)),
    onError: ({ message }) => toast({ ...sendingTexts.testFailed, body: message }),
    onSettled: () => cache.invalidateQueries({ queryKey: mailingKeys.of(calendarId) }),
  })
}
