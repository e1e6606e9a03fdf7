import { calendarTexts } from '#domain/texts/calendars.ts'
import { toast } from '#web/ui/toast.ts'
import { inviteTexts } from './texts.ts'

export function inviteLink(code: string): string {
  return `${location.origin}/invite/${code}`
}

export async function copyInvite(code: string | null): Promise<void> {
  if (!code) return toast(inviteTexts.unavailable)
  try {
    await navigator.clipboard.writeText(inviteLink(code))
    toast(calendarTexts.inviteCopied)
  } catch {
    // Not allowed, or no secure page: the link itself is then the message.
    toast({ ...inviteTexts.copyByHand, body: inviteLink(code) }, { duration: 30_000 })
  }
}
