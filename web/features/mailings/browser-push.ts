// This browser's push support. Nothing asks for permission before a person switches it on.

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Returns whether permission was denied: only the browser's settings can change that, so a request would do nothing. */
export function isBlocked(): boolean {
  return Notification.permission === 'denied'
}

export interface BrowserAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/** Creates a new push subscription: an old one may be bound to a key that the server no longer has. */
export async function subscribe(serverKey: string): Promise<BrowserAddress> {
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })
  const { keys } = made.toJSON()
  return { endpoint: made.endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}
