import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Clients, useClients } from '#web/api/clients.ts'
import { currentSubscription, endSubscription } from '#web/api/push-subscription.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { toast } from '#web/ui/toast.ts'
import { subscribe } from './browser-push.ts'
import { pushTexts } from './texts.ts'

const key = ['push', 'this-browser'] as const

/** Whether the server tells this browser my events. One that somebody else signed in with tells theirs, so it counts as off. */
export function useIsPushOn() {
  const { rest } = useClients()
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const subscription = await currentSubscription()
      if (!subscription) return false
      const mine = rest.from('push_subscriptions').select('id').eq('endpoint', subscription.endpoint)
      return (await dataOf<unknown[]>(mine.abortSignal(signal))).length > 0
    },
  })
}

class NotAllowed extends Error {}

export function useSwitchPush() {
  const clients = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => (on ? switchOn(clients) : endSubscription(clients.rest)),
    onSuccess: (_, on) => toast(on ? pushTexts.on : pushTexts.off),
    onError: (error) => toast(error instanceof NotAllowed ? pushTexts.denied : pushTexts.failed),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  })
}

async function switchOn({ functions, rest }: Clients): Promise<void> {
  // First: browsers ask only in answer to a click, and forget it after a while.
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const { data, error } = await functions.invoke<{ publicKey: string }>('push-key')
  if (error || !data) throw error ?? new Error('there is no key')
  const { endpoint, p256dh, auth } = await subscribe(data.publicKey)
  await dataOf(rest.rpc('register_push', { p_endpoint: endpoint, p_p256dh: p256dh, p_auth: auth }))
}
