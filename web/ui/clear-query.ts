/** Takes the query off the address bar: what was used up, or names somebody, stays in no history, bookmark or screenshot. */
export function clearQuery(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname)
}
