import type { PostgrestClient } from '@supabase/postgrest-js'
import { dataOf } from './request-errors.ts'

/** Where this browser is reached by push messages, if somebody switched them on in it. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  // Browsers without push have workers too.
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** The server first: should the browser fail, nothing is sent to it any more all the same. */
export async function endSubscription(rest: PostgrestClient): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription) return
  try {
    await dataOf(rest.from('push_subscriptions').delete().eq('endpoint', subscription.endpoint))
  } finally {
    await subscription.unsubscribe()
  }
}
