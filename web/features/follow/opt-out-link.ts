import type { createFunctions } from '#web/api/public-functions.ts'

export interface OptOutLink {
  email: string
  calendarId: string
  /** Whether it was in a mail: then less can be chosen, and unsubscribing undone. */
  isFromMail: boolean
  /** The end of the number that the calendar texts, which came with the address; null if there is none, or without a mail's link. */
  phone: string | null
}

/**
 * Reads whom a link is for. Links in mails hold it sealed, so the server is asked; in a link that somebody wrote, or in an earlier mail,
 * it stands in the query. Null if a sealed link was damaged, or if it names no calendar.
 */
export async function readOptOutLink(
  functions: ReturnType<typeof createFunctions>,
  query: URLSearchParams,
): Promise<OptOutLink | null> {
  const token = query.get('t')
  const [email, calendarId] = [query.get('email') ?? '', query.get('calendar') ?? '']
  if (!token && !calendarId) return null
  if (!token || email || calendarId) return { email, calendarId, isFromMail: false, phone: null }
  const { data, error } = await functions.invoke('get-opt-out', { body: { token } })
  return error ? null : { email: data.email, calendarId: data.calendar_id, isFromMail: true, phone: data.phone }
}
