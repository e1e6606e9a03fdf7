// What this browser can do about push messages. Nothing here asks for a permission or installs anything before somebody
// switches it on.

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Said no before: only the browser's own settings can change that, so asking would do nothing. */
export function isBlocked(): boolean {
  return Notification.permission === 'denied'
}

export interface BrowserAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/** Where the server reaches this browser, made afresh: an old address may be bound to a key the server no longer has. */
export async function subscribe(serverKey: string): Promise<BrowserAddress> {
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })
  const { keys } = made.toJSON()
  return { endpoint: made.endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}
