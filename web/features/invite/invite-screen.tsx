import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { useSettings } from '#web/api/settings.ts'
import { StateCard } from '#web/features/linked/state-card.tsx'
import { siteTexts } from '#web/texts/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Invite, type InviteAnswer, joinCalendar } from './invite.ts'
import { inviteTexts } from './texts.ts'

/** Shows the calendar of an invite, and lets the person join, after signing in or up if needed. */
export function InviteScreen({ invite, code }: { invite: Invite; code: string }) {
  const settings = useSettings()
  const navigate = useNavigate()
  const [working, setWorking] = useState(false)
  const [emails, setEmails] = useState(true)
  const next = encodeURIComponent(`/invite/${code}`)

  async function join() {
    setWorking(true)
    const joined = await joinCalendar(settings, code, emails)
    setWorking(false)
    if ('calendarId' in joined) {
      toast(inviteTexts.joined(invite.name))
      navigate(`/calendars/${joined.calendarId}`, { replace: true })
    } else if (joined.problem === 'signed-out') {
      navigate(`/signin?next=${next}`)
    } else {
      toast({ ...inviteTexts.joinFailed, ...(joined.message ? { body: joined.message } : {}) })
    }
  }

  return (
    <Page width="narrow">
      <Card className="px-5 py-10 text-center sm:px-10">
        <p className="text-muted">{inviteTexts.invited}</p>
        <h1 className="mt-2 text-4xl">{invite.name}</h1>
        <p className="mt-3 inline-flex items-center gap-1.5 text-muted">
          <UsersRound aria-hidden="true" className="size-4.5" />
          {publicCalendarTexts.members(invite.member_count)}
        </p>
        {invite.email && (
          <p className="mx-auto mt-4 max-w-lg rounded-lg bg-bell-soft px-4 py-3 wrap-anywhere">
            {inviteTexts.mailed(invite.email, invite.role)}
          </p>
        )}
        {invite.description && <p className="mx-auto mt-4 max-w-lg whitespace-pre-line">{invite.description}</p>}
        <div className="signed-out:hidden mt-8">
          <div className="mb-6 flex justify-center text-left">
            <Checkbox
              label={inviteTexts.emails}
              hint={inviteTexts.emailsHint}
              checked={emails}
              onChange={({ target }) => setEmails(target.checked)}
            />
          </div>
          <Button size="large" working={working} onClick={join}>
            {inviteTexts.join}
          </Button>
        </div>
        <div className="signed-in:hidden mt-8">
          <p className="mb-4 text-muted">{inviteTexts.account}</p>
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to={`/signin?next=${next}`}>{inviteTexts.signIn}</ButtonLink>
            <ButtonLink to={`/signin?mode=signup&next=${next}`} variant="secondary">
              {inviteTexts.signUp}
            </ButtonLink>
          </div>
        </div>
      </Card>
    </Page>
  )
}

export function InviteProblem({ problem }: { problem: Exclude<InviteAnswer, { status: 'found' }> }) {
  const isGone = problem.status === 'not-found'
  return (
    <StateCard title={isGone ? inviteTexts.gone : inviteTexts.failed}>
      <p>{reasonOf(problem)}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {!isGone && <Button onClick={() => location.reload()}>{siteTexts.tryAgain}</Button>}
        <ButtonLink to="/locate-calendar" variant={isGone ? 'primary' : 'secondary'}>
          {inviteTexts.find}
        </ButtonLink>
      </div>
    </StateCard>
  )
}

function reasonOf(problem: Exclude<InviteAnswer, { status: 'found' }>): string {
  if (problem.status === 'too-many' && problem.message) return problem.message
  return problem.status === 'not-found' ? inviteTexts.goneBody : siteTexts.inAMoment
}
