// Links as mails had them before they were sealed: the address could be read in them, and a signature proved it. They still work.
import { days } from '#domain/durations.ts'
import { signature } from '#messages/signatures.ts'

type OptOut = { linkSecret: string; calendarId: string; email: string }

export function earlierSignature({ linkSecret, calendarId, email }: OptOut): string {
  return signature(linkSecret, 'opt-out', calendarId.toLowerCase(), email)
}

/** The query of /opt-out/one-click. */
export function earlierOneClick(link: OptOut): string {
  const e = Buffer.from(link.email).toString('base64url')
  return `c=${link.calendarId}&e=${e}&t=${earlierSignature(link)}`
}

export function earlierPreferencesToken({
  linkSecret,
  address,
  now,
}: {
  linkSecret: string
  address: string
  now: Date
}): string {
  const day = Math.floor(now.getTime() / days(1)).toString(36)
  return [Buffer.from(address).toString('base64url'), day, signature(linkSecret, 'preferences', day, address)].join('.')
}
