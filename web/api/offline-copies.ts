/** Deletes the copies that the service worker stored for reading offline (public/service-worker.js). */
export async function removeCopies(): Promise<void> {
  if (!('caches' in window)) return
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage('signed-out')
  // The copies go even where no worker listens any more.
  for (const name of await caches.keys()) if (/^(?:reads|screens)/.test(name)) await caches.delete(name)
}
