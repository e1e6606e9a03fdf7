/** Durations are spelled where they are used: `hours(2)`, `days(30)`. All are milliseconds. */
export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(count * 60)
export const hours = (count: number) => minutes(count * 60)
/** Elapsed time of 24 hours each. Calendar days, which may be 23 or 25 hours long, are in dates.ts. */
export const days = (count: number) => hours(count * 24)

export const inSeconds = (milliseconds: number) => Math.ceil(milliseconds / 1000)
