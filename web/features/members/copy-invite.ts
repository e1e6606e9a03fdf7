import { toast } from '#web/ui/toast.ts'
import { inviteTexts, membershipTexts } from './texts.ts'

export function inviteLink(code: string): string {
  return `${location.origin}/invite/${code}`
}

export async function copyInvite(code: string | null): Promise<void> {
  if (!code) return toast(inviteTexts.unavailable)
  try {
    await navigator.clipboard.writeText(inviteLink(code))
    toast(membershipTexts.inviteCopied)
  } catch {
    // The clipboard is not allowed, or the page is not secure: the toast then shows the link.
    toast({ ...inviteTexts.copyByHand, body: inviteLink(code) }, { duration: 30_000 })
  }
}
