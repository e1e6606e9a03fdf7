import { useEffect, useState } from 'react'
import { errorToast } from '#web/api/request-errors.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { LongList } from '#web/ui/long-list.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { AskPassword } from './ask-password.tsx'
import { InviteByEmail } from './invite-by-email.tsx'
import { InviteLink } from './invite-link.tsx'
import { MemberRow } from './member-row.tsx'
import { useRemoveMember, useTransferOwnership } from './mutations.ts'
import { type Member, useMembers } from './queries.ts'
import { memberTexts } from './texts.ts'

interface MembersPanelProps {
  calendar: { id: string; owner_id: string; time_zone: string }
  /** The owner changes roles and removes members; other admins only see them. */
  isOwner?: boolean
}

/** Shows admins the members, their roles, and how to invite more. */
export function MembersPanel({ calendar, isOwner = true }: MembersPanelProps) {
  const { data, error, refetch } = useMembers(calendar.id)
  const [removing, setRemoving] = useState<Member | null>(null)
  const [promoting, setPromoting] = useState<Member | null>(null)
  useEffect(() => {
    if (error) toast(errorToast(error, memberTexts.loadFailed))
  }, [error])

  return (
    <div className="space-y-6">
      {!data && !error && <ListSkeleton label={memberTexts.loading} row="h-12" />}
      {!data && error && <LoadError message={memberTexts.loadFailed.body} onRetry={refetch} />}
      {isOwner && data && data.length > 0 && data.filter(({ role }) => role === 'admin').length < 2 && (
        <Banner title={memberTexts.alone}>{memberTexts.aloneBody}</Banner>
      )}
      {data && (
        <LongList label={memberTexts.list} items={data} wordsOf={({ display_name }) => display_name}>
          {(member) => (
            <MemberRow
              key={member.user_id}
              member={member}
              calendar={calendar}
              isFixed={!isOwner}
              onRemove={() => setRemoving(member)}
              onTransfer={() => setPromoting(member)}
            />
          )}
        </LongList>
      )}
      <InviteByEmail calendar={calendar} isOwner={isOwner} />
      <InviteLink calendarId={calendar.id} isOwner={isOwner} />
      <RemoveDialog calendarId={calendar.id} member={removing} onClose={() => setRemoving(null)} />
      <TransferDialog calendarId={calendar.id} member={promoting} onClose={() => setPromoting(null)} />
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
      onClose={onClose}
      title={memberTexts.removeQuestion(member?.display_name ?? '')}
      description={memberTexts.removeBody}
      confirm={remove.isPending ? memberTexts.removing : memberTexts.remove}
      working={remove.isPending}
      onConfirm={() => member && remove.mutate(member, { onSettled: onClose })}
    />
  )
}

function TransferDialog({ calendarId, member, onClose }: QuestionProps) {
  const transfer = useTransferOwnership(calendarId)
  return (
    <AskPassword
      open={member !== null}
      onClose={onClose}
      title={memberTexts.transferQuestion(member?.display_name ?? '')}
      description={memberTexts.transferBody}
      submit={transfer.isPending ? memberTexts.transferring : memberTexts.transfer}
      working={transfer.isPending}
      onPassword={(password) => member && transfer.mutate({ ...member, password }, { onSuccess: onClose })}
    />
  )
}
