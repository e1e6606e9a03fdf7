/** Fetches all dialogs of calendars and events in one file: a page pays for the name of every file that it may load later. */
export const loadDialogs = () => import('./feed-dialogs.tsx')
