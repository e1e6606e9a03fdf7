import type { PostgrestClient } from '@supabase/postgrest-js'
import { dataOf } from './request-errors.ts'

/** Returns this browser's push subscription, if notifications are switched on in it. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  // A browser may have service workers but no push.
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** Deletes the subscription on the server first: should the browser fail, nothing is sent to it anyway. */
export async function endSubscription(rest: PostgrestClient): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription) return
  try {
    await dataOf(rest.from('push_subscriptions').delete().eq('endpoint', subscription.endpoint))
  } finally {
    await subscription.unsubscribe()
  }
}
