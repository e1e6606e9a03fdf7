// Shows what the server pushes to this browser, and opens its calendar when it is clicked. It caches nothing and answers no
// requests: pages come from the server, always.

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {}
  // A browser takes the permission back from whoever gets a message and shows nothing.
  event.waitUntil(
    self.registration.showNotification(title || 'Townbell', { body, tag, icon: '/icon-192.png', data: { url } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(new URL(event.notification.data?.url || '/dashboard', self.location.origin)))
})

/** The tab that has the page open already, or a new one. Never another site's. */
async function show(url) {
  if (url.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = tabs.find((tab) => new URL(tab.url).pathname === url.pathname)
  if (open) await open.focus()
  else await self.clients.openWindow(url.href)
}
