/** Reads "10482" or "#10482"; null for anything else. */
export function calendarNumber(text: string): number | null {
  const digits = /^\s*#?(\d{1,9})\s*$/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}
