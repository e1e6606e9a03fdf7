import { useQuery } from '@tanstack/react-query'
import { type Clients, useClients } from '#web/api/clients.ts'
import { currentSubscription, endSubscription } from '#web/api/push-subscription.ts'
import { accountKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { subscribe } from './browser-push.ts'
import { pushTexts } from './texts.ts'

/** Loads whether this browser gets my notifications. A subscription of another person on this browser counts as off. */
export function useIsPushOn() {
  const { rest } = useClients()
  return useQuery({
    queryKey: accountKeys.push,
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
  return useWrite({
    write: (clients, on: boolean) => (on ? switchOn(clients) : endSubscription(clients.rest)),
    done: (_, on) => toast(on ? pushTexts.on : pushTexts.off),
    failed: (error) => (error instanceof NotAllowed ? pushTexts.denied : pushTexts.failed),
    refetch: [accountKeys.push],
  })
}

async function switchOn({ functions, rest }: Clients): Promise<void> {
  // First, because browsers allow the prompt only shortly after a click.
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const { data, error } = await functions.invoke<{ publicKey: string }>('push-key')
  if (error || !data) throw error ?? new Error('there is no key')
  const { endpoint, p256dh, auth } = await subscribe(data.publicKey)
  await dataOf(rest.rpc('register_push', { p_endpoint: endpoint, p_p256dh: p256dh, p_auth: auth }))
}
