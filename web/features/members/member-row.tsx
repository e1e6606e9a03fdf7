import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useChangeRole } from './mutations.ts'
import type { Member } from './queries.ts'
import { memberTexts } from './texts.ts'

interface MemberRowProps {
  member: Member
  calendar: { id: string; owner_id: string }
  /** Without buttons. */
  isFixed: boolean
  onRemove: () => void
  onTransfer: () => void
}

export function MemberRow({ member, calendar, isFixed, onRemove, onTransfer }: MemberRowProps) {
  const changeRole = useChangeRole(calendar.id)
  const isOwner = member.user_id === calendar.owner_id
  const other = member.role === 'admin' ? 'member' : 'admin'
  const changeLabel = other === 'admin' ? memberTexts.promote : memberTexts.demote
  const of = (action: string) => memberTexts.of(action, member.display_name)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-bell-soft font-semibold uppercase"
      >
        {[...member.display_name][0]}
      </span>
      <span className="min-w-0 flex-1 basis-32 font-semibold wrap-anywhere">
        {member.display_name} {isOwner && !isFixed && <span className="font-normal text-muted">{memberTexts.you}</span>}
      </span>
      <Badge variant={isOwner ? 'bell' : 'plain'}>{isOwner ? memberTexts.owner : memberTexts[member.role]}</Badge>
      {!isOwner && !isFixed && (
        <span className="flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:[&_button]:px-2">
          <Button
            variant="secondary"
            size="small"
            aria-label={of(changeLabel)}
            disabled={changeRole.isPending}
            onClick={() => changeRole.mutate({ ...member, role: other })}
          >
            {changeLabel}
          </Button>
          <Button variant="secondary" size="small" aria-label={of(memberTexts.transfer)} onClick={onTransfer}>
            {memberTexts.transfer}
          </Button>
          <Button
            variant="quiet"
            size="small"
            className="text-danger!"
            aria-label={of(memberTexts.remove)}
            onClick={onRemove}
          >
            {memberTexts.remove}
          </Button>
        </span>
      )}
    </li>
  )
}
