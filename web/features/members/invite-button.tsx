import { Link2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { copyInvite } from './copy-invite.ts'
import { membershipTexts } from './texts.ts'

/** Copies the link that lets others join. */
export function InviteButton({ code }: { code: string | null }) {
  return (
    <Button variant="secondary" size="small" onClick={() => copyInvite(code)}>
      <Link2 aria-hidden="true" className="size-4" />
      {membershipTexts.invite}
    </Button>
  )
}
