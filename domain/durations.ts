/** Durations in milliseconds, spelled where they are used: `hours(2)`, `days(30)`. */
export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(count * 60)
export const hours = (count: number) => minutes(count * 60)
/** Days of 24 hours. Calendar days, which may have 23 or 25, are in dates.ts. */
export const days = (count: number) => hours(count * 24)

export const inSeconds = (milliseconds: number) => Math.ceil(milliseconds / 1000)
