import { useEffect, useState } from 'react'
import { errorToast } from '#web/api/request-errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { findPeople, PEOPLE_AT_ONCE, PersonList, PersonSearch, RemovePerson } from '#web/ui/person-list.tsx'
import { uiTexts } from '#web/ui/texts.ts'
import { toast } from '#web/ui/toast.ts'
import { AskProof } from './ask-proof.tsx'
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
  const members = useMembers(calendar.id)
  const { data, error } = members
  const [search, setSearch] = useState('')
  const [removing, setRemoving] = useState<Member | null>(null)
  const [promoting, setPromoting] = useState<Member | null>(null)
  useEffect(() => {
    if (error) toast(errorToast(error, memberTexts.loadFailed))
  }, [error])

  return (
    <div className="space-y-6">
      {isOwner && data && data.length > 0 && data.filter(({ role }) => role === 'admin').length < 2 && (
        <Banner title={memberTexts.alone}>{memberTexts.aloneBody}</Banner>
      )}
      <div className="space-y-3">
        {data && data.length > PEOPLE_AT_ONCE && (
          <PersonSearch label={uiTexts.find} search={search} onSearch={setSearch} />
        )}
        <PersonList
          label={memberTexts.list}
          read={members}
          loading={memberTexts.loading}
          failed={memberTexts.loadFailed.body}
          found={data && findPeople(data, ({ display_name }) => display_name, search)}
          empty={uiTexts.nothingFound}
        >
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
        </PersonList>
      </div>
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
    <RemovePerson
      person={member}
      onClose={onClose}
      title={({ display_name }) => memberTexts.removeQuestion(display_name)}
      body={memberTexts.removeBody}
      confirm={remove.isPending ? memberTexts.removing : memberTexts.remove}
      removal={remove}
    />
  )
}

function TransferDialog({ calendarId, member, onClose }: QuestionProps) {
  const transfer = useTransferOwnership(calendarId)
  return (
    <AskProof
      open={member !== null}
      onClose={onClose}
      title={memberTexts.transferQuestion(member?.display_name ?? '')}
      description={memberTexts.transferBody}
      submit={transfer.isPending ? memberTexts.transferring : memberTexts.transfer}
      working={transfer.isPending}
      onProof={(proof) => member && transfer.mutate({ ...member, ...proof }, { onSuccess: onClose })}
    />
  )
}
