/** Words about events that several calendars host. */
export const togetherTexts = {
  link: 'Coorganizadores',
  with: (names: string) => `Junto con ${names}`,
  stays: (together: string) =>
    `${together}: se queda en el otro calendario, como propio. Para suspenderlo en todos, cancélalo.`,
} as const
