import { Link2 } from 'lucide-react'
import { calendarTexts } from '#domain/texts/calendars.ts'
import { Button } from '#web/ui/button.tsx'
import { copyInvite } from './copy-invite.ts'

/** Copies the link that lets others join. */
export function InviteButton({ code }: { code: string | null }) {
  return (
    <Button variant="secondary" onClick={() => copyInvite(code)}>
      <Link2 aria-hidden="true" className="size-5" />
      {calendarTexts.invite}
    </Button>
  )
}
