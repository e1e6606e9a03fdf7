export const offlineTexts = {
  banner: 'You are offline. This is what you last saw.',
  refused: 'You are offline. Nothing was sent or lost: try again when you are connected.',
  head: { title: 'You are offline | Townbell', description: 'Read offline what you saw last.' },
  title: 'You are offline',
  body: "You haven't opened this page on this device yet. Try again when you are connected.",
  seen: 'You can read these',
  myCalendars: 'My Calendars',
} as const
