import { type ComponentProps, useRef, useState } from 'react'
import { plainDay } from '#domain/date-words.ts'
import { dayInZone } from '#domain/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextareaField } from '#web/ui/fields.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { AskProof } from './ask-proof.tsx'
import { useInvite, useWithdrawInvitation } from './mutations.ts'
import { type Invitation, useInvitations } from './queries.ts'
import { invitationTexts, memberTexts } from './texts.ts'

interface InviteByEmailProps {
  calendar: { id: string; time_zone: string }
  /** Only the owner invites admins. */
  isOwner: boolean
}

/** Invites addresses with a role, and shows the invitations that are open. */
export function InviteByEmail({ calendar, isOwner }: InviteByEmailProps) {
  const { data, error, refetch } = useInvitations(calendar.id)
  return (
    <section aria-labelledby="invite-by-email">
      <h2 id="invite-by-email" className="mb-3 text-lg">
        {invitationTexts.title}
      </h2>
      <InviteForm calendarId={calendar.id} isOwner={isOwner} />
      {!data && error && <LoadError message={invitationTexts.loadFailed.body} onRetry={refetch} />}
      {data && data.length > 0 && (
        <>
          <h3 id="open-invitations" className="mt-5 font-sans text-sm font-semibold tracking-normal">
            {invitationTexts.open}
          </h3>
          <ul aria-labelledby="open-invitations" className="divide-y divide-line">
            {data.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                calendar={calendar}
                isFixed={invitation.role !== 'member' && !isOwner}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function InviteForm({ calendarId, isOwner }: { calendarId: string; isOwner: boolean }) {
  const invite = useInvite(calendarId)
  const [asked, setAsked] = useState<Parameters<typeof invite.mutate>[0] | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { onSubmit, problems } = useCheckedForm({
    rules: async () => (await import('#domain/invitations.ts')).invitationForm,
    extraValues: isOwner ? {} : { role: 'member' },
    onValid: ({ emails, role }) => {
      const request = { emails: emails.join(' '), role }
      if (role === 'owner') setAsked(request)
      else invite.mutate(request, { onSuccess: clear })
    },
  })

  function clear() {
    setAsked(null)
    if (field.current) field.current.value = ''
  }

  return (
    <>
      <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-3">
        <TextareaField
          label={invitationTexts.emails}
          hint={invitationTexts.emailsHint}
          error={problems.emails}
          className="min-w-52 flex-2"
          rows={2}
          autoComplete="off"
          ref={field}
          name="emails"
        />
        {isOwner && (
          <SelectField
            label={invitationTexts.role}
            className="min-w-64 flex-1"
            name="role"
            defaultValue="member"
            options={Object.entries(invitationTexts.roles)}
          />
        )}
        <Button type="submit" variant="secondary" className="max-sm:w-full sm:mt-6.5" working={invite.isPending}>
          {invite.isPending ? invitationTexts.sending : invitationTexts.send}
        </Button>
      </form>
      <AskOwner
        open={asked !== null}
        onClose={() => setAsked(null)}
        working={invite.isPending}
        onProof={(proof) => asked && invite.mutate({ ...asked, ...proof }, { onSuccess: clear })}
      />
    </>
  )
}

type AskOwnerProps = Pick<ComponentProps<typeof AskProof>, 'open' | 'onClose' | 'working' | 'onProof'>

function AskOwner(props: AskOwnerProps) {
  const { ownerQuestion, ownerBody, send } = invitationTexts
  return <AskProof {...props} title={ownerQuestion} description={ownerBody} submit={send} />
}

interface InvitationRowProps {
  invitation: Invitation
  calendar: { id: string; time_zone: string }
  /** An invitation of an admin, which only the owner changes. */
  isFixed: boolean
}

function InvitationRow({ invitation, calendar, isFixed }: InvitationRowProps) {
  const { email, role } = invitation
  const again = useInvite(calendar.id)
  const withdraw = useWithdrawInvitation(calendar.id)
  const [isAsking, setIsAsking] = useState(false)
  const of = (action: string) => invitationTexts.of(action, email)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold wrap-anywhere">{email}</span>
        <span className="text-sm text-muted">{stateWords(invitation, calendar.time_zone)}</span>
      </span>
      <Badge>{memberTexts[role]}</Badge>
      {!isFixed && (
        <span className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="small"
            aria-label={of(invitationTexts.again)}
            working={again.isPending}
            onClick={() => (role === 'owner' ? setIsAsking(true) : again.mutate({ emails: email, role }))}
          >
            {invitationTexts.again}
          </Button>
          <Button
            variant="quiet"
            size="small"
            className="text-danger!"
            aria-label={of(invitationTexts.withdraw)}
            working={withdraw.isPending}
            onClick={() => withdraw.mutate(invitation)}
          >
            {invitationTexts.withdraw}
          </Button>
        </span>
      )}
      <AskOwner
        open={isAsking}
        onClose={() => setIsAsking(false)}
        working={again.isPending}
        onProof={(proof) => again.mutate({ emails: email, role, ...proof }, { onSuccess: () => setIsAsking(false) })}
      />
    </li>
  )
}

function stateWords({ state, asked_at, expires_at }: Invitation, zone: string): string {
  const day = (instant: string) => plainDay(dayInZone(instant, zone))
  const { states } = invitationTexts
  if (state !== 'sent') return states[state]
  return `${states.sent(day(asked_at))}, ${invitationTexts.until(day(expires_at))}`
}
