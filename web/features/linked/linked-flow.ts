import { linkedTexts } from '#domain/texts/linked.ts'
import type { Refusals } from '#web/api/guest-call.ts'
import type { ToastMessage } from '#web/ui/toast.ts'

/** Something that people answer without an account: a form has a link mailed, and the page behind the link confirms, changes or deletes it. */
export interface LinkedFlow extends Refusals, Functions {
  /** Says that the mail is on its way. */
  sent: ToastMessage
  invalidLink: string
}

/** Names in /functions/v1. */
interface Functions {
  /** Mails the link. */
  request: string
  /** Reads what the link is for. */
  read: string
  /** Confirms, changes or deletes it. */
  answer: string
}

interface FlowTexts {
  expiredLink: string
  failed: string
  sent: ToastMessage
}

export function linkedFlow(functions: Functions, texts: FlowTexts, problems: Record<string, string>): LinkedFlow {
  const { sent, failed, expiredLink } = texts
  const { invalidLink } = linkedTexts
  const links = { invalid_signature: invalidLink, link_expired: expiredLink }
  return { ...functions, sent, failed, invalidLink, problems: { ...problems, ...links } }
}
