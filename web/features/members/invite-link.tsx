import { useState } from 'react'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { copyInvite, inviteLink } from './copy-invite.ts'
import { useRenewInvite } from './mutations.ts'
import { useInviteCode } from './queries.ts'
import { inviteTexts } from './texts.ts'

export function InviteLink({ calendarId, isOwner }: { calendarId: string; isOwner: boolean }) {
  const { data: code = null } = useInviteCode(calendarId)
  const renew = useRenewInvite(calendarId)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="rounded-xl bg-sunk p-4">
      <Field label={inviteTexts.link} hint={inviteTexts.hint}>
        {(control) => (
          <Input
            {...control}
            readOnly
            value={code ? inviteLink(code) : ''}
            className="text-sm"
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" disabled={!code} onClick={() => copyInvite(code)}>
          {inviteTexts.copy}
        </Button>
        {isOwner && (
          <Button variant="quiet" size="small" disabled={!code} onClick={() => setIsOpen(true)}>
            {inviteTexts.renew}
          </Button>
        )}
      </div>
      <AlertDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        variant="primary"
        title={inviteTexts.renewQuestion}
        description={inviteTexts.renewBody}
        confirm={renew.isPending ? inviteTexts.renewing : inviteTexts.renew}
        working={renew.isPending}
        onConfirm={() => renew.mutate(undefined, { onSettled: () => setIsOpen(false) })}
      />
    </div>
  )
}
