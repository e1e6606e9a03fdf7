/** Tells whether the server could not be reached: web/start-script.ts and the service worker set the attribute. */
export function isOffline(): boolean {
  return typeof document !== 'undefined' && document.documentElement.dataset.connection === 'offline'
}
