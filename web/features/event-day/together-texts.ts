/** Words about events that several calendars host. */
export const togetherTexts = {
  link: 'Co-hosts',
  with: (names: string) => `Together with ${names}`,
  stays: (together: string) =>
    `${together}: it stays on the other calendar, as its own. To call it off everywhere, cancel it instead.`,
} as const
