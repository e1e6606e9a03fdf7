/** Removes the query from the URL, so that a token or address does not stay in history, bookmarks or screenshots. */
export function clearQuery(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname)
}
