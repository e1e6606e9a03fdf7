import { useEffect, useState } from 'react'
import { errorToast } from '#web/api/request-errors.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { InviteLink } from './invite-link.tsx'
import { MemberRow } from './member-row.tsx'
import { useRemoveMember, useTransferOwnership } from './mutations.ts'
import { type Member, useMembers } from './queries.ts'
import { memberTexts } from './texts.ts'

interface MembersPanelProps {
  calendar: { id: string; owner_id: string }
  /** The owner gave the calendar away. */
  onTransferred: () => void
}

/** For the owner: who belongs, as what, and how others can join. */
export function MembersPanel({ calendar, onTransferred }: MembersPanelProps) {
  const { data, error, refetch } = useMembers(calendar.id)
  const [removing, setRemoving] = useState<Member | null>(null)
  const [promoting, setPromoting] = useState<Member | null>(null)
  useEffect(() => {
    if (error) toast(errorToast(error, memberTexts.loadFailed))
  }, [error])

  return (
    <div className="space-y-6">
      {!data && !error && <Waiting />}
      {!data && error && <LoadError message={memberTexts.loadFailed.body} onRetry={refetch} />}
      {data && (
        <ul aria-label={memberTexts.list} className="divide-y divide-line">
          {data.map((member) => (
            <MemberRow
              key={member.user_id}
              member={member}
              calendar={calendar}
              onRemove={() => setRemoving(member)}
              onTransfer={() => setPromoting(member)}
            />
          ))}
        </ul>
      )}
      <InviteLink calendarId={calendar.id} />
      <RemoveDialog calendarId={calendar.id} member={removing} onClose={() => setRemoving(null)} />
      <TransferDialog
        calendarId={calendar.id}
        member={promoting}
        onClose={() => setPromoting(null)}
        onTransferred={onTransferred}
      />
    </div>
  )
}

interface QuestionProps {
  calendarId: string
  /** Null is closed. */
  member: Member | null
  onClose: () => void
}

function RemoveDialog({ calendarId, member, onClose }: QuestionProps) {
  const remove = useRemoveMember(calendarId)
  return (
    <AlertDialog
      open={member !== null}
      onOpenChange={(open) => !open && onClose()}
      title={memberTexts.removeQuestion(member?.display_name ?? '')}
      description={memberTexts.removeBody}
      confirm={remove.isPending ? memberTexts.removing : memberTexts.remove}
      working={remove.isPending}
      onConfirm={() => member && remove.mutate(member, { onSettled: onClose })}
    />
  )
}

function TransferDialog({ calendarId, member, onClose, onTransferred }: QuestionProps & { onTransferred: () => void }) {
  const transfer = useTransferOwnership(calendarId)
  return (
    <AlertDialog
      open={member !== null}
      onOpenChange={(open) => !open && onClose()}
      variant="primary"
      title={memberTexts.transferQuestion(member?.display_name ?? '')}
      description={memberTexts.transferBody}
      confirm={transfer.isPending ? memberTexts.transferring : memberTexts.transfer}
      working={transfer.isPending}
      onConfirm={() => member && transfer.mutate(member, { onSuccess: onTransferred, onSettled: onClose })}
    />
  )
}

function Waiting() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{memberTexts.loading}</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  )
}
