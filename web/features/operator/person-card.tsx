import { siteLanguage } from '#domain/site-language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { useOperatorRead } from './call.ts'
import { atWords, dayWords, Facts, Loaded, PartHead, type PartProps, Section } from './parts.tsx'
import { type Listed, PersonBadges } from './person-badges.tsx'
import { PressButton } from './press-button.tsx'
import { operatorTexts } from './texts.ts'

const texts = operatorTexts.people

interface Owned {
  identifier: string
  name: string
  disabled: boolean
  paused_by: string | null
  has_other_admin: boolean
}
interface Person extends Listed {
  last_sign_in_at: string | null
  has_two_steps: boolean
  sessions: number
  suspended_at: string | null
  suspended_reason: string | null
  approved_at: string | null
  public_body_at: string | null
  owned: Owned[]
}

/** One account, with all that can be done about it. */
export function PersonCard({ id, isOperator, onClose }: PartProps & { id: string; onClose: () => void }) {
  const read = useOperatorRead<Person>('find-person', { user_id: id })
  return (
    <>
      <PartHead
        title={read.data?.name ?? texts.title}
        action={
          <Button variant="secondary" onClick={onClose}>
            {texts.back}
          </Button>
        }
      >
        {read.data?.masked}
      </PartHead>
      <Loaded of={read}>
        {(person) => (
          <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
            <Section title={texts.account} aside={<PersonBadges {...person} />}>
              <Facts facts={factsOf(person)} />
            </Section>
            <Section title={texts.owns} aside={person.owned.length}>
              <ul className="divide-y divide-line border-t border-line">
                {person.owned.map((calendar) => (
                  <li key={calendar.identifier} className="flex flex-wrap items-center gap-2 py-2.5">
                    <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{`#${calendar.identifier} ${calendar.name}`}</span>
                    {calendar.paused_by && <Badge variant="bell">{texts.paused}</Badge>}
                    {calendar.disabled && <Badge>{texts.hidden}</Badge>}
                    {!calendar.has_other_admin && <Badge>{texts.onlyAdmin}</Badge>}
                  </li>
                ))}
              </ul>
            </Section>
            <Section title={texts.help}>
              <Help person={person} />
            </Section>
            {isOperator && (
              <Section title={texts.more}>
                <OperatorOnly person={person} onDeleted={onClose} />
              </Section>
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}

function factsOf(person: Person): [string, string | number][] {
  const { created_at, last_sign_in_at, sessions, has_two_steps, suspended_at, suspended_reason } = person
  const facts: [string, string | number][] = [
    [texts.since, dayWords(created_at)],
    [texts.lastSignIn, last_sign_in_at ? atWords(last_sign_in_at) : texts.never],
    [texts.sessions, sessions],
    [texts.twoSteps, has_two_steps ? texts.yes : texts.no],
    [texts.publicBody, person.public_body_at ? texts.yes : texts.no],
    [texts.approved, person.approved_at ? dayWords(person.approved_at) : texts.no],
  ]
  if (suspended_at) facts.push([texts.suspendedSince, `${dayWords(suspended_at)}. ${suspended_reason}`])
  return facts
}

function Help({ person }: { person: Person }) {
  const body = { user_id: person.id }
  return (
    <div className="flex flex-wrap gap-3">
      {!person.is_confirmed && <PressButton act="confirm" body={body} label={texts.confirm} says={texts.confirmSays} />}
      <PressButton
        act="send-reset"
        body={{ ...body, language: siteLanguage }}
        label={texts.reset}
        says={texts.resetSays(person.masked)}
      />
      <PressButton act="end-sessions" body={body} label={texts.endSessions} says={texts.endSessionsSays} />
      {person.is_suspended ? (
        <PressButton act="resume-owner" body={body} label={texts.resume} says={texts.resumeSays} />
      ) : (
        <PressButton act="suspend" body={body} label={texts.suspend} says={texts.suspendSays} isDanger />
      )}
    </div>
  )
}

function OperatorOnly({ person, onDeleted }: { person: Person; onDeleted: () => void }) {
  const body = { user_id: person.id }
  const isBody = person.public_body_at !== null
  return (
    <div className="flex flex-wrap gap-3">
      <PressButton
        act="plan"
        body={{ ...body, plan: person.is_trial ? 'full' : 'trial' }}
        label={person.is_trial ? texts.endTrial : texts.beginTrial}
        says={person.is_trial ? texts.endTrialSays : texts.beginTrialSays}
      />
      <PressButton
        act="public-body"
        body={{ ...body, is_on: !isBody }}
        label={isBody ? texts.noBody : texts.markBody}
        says={texts.bodySays}
      />
      {person.has_two_steps && (
        <PressButton act="two-step-off" body={body} label={texts.twoStepOff} says={texts.twoStepOffSays} isDanger />
      )}
      <PressButton
        act="delete-account"
        body={body}
        label={texts.delete}
        says={texts.deleteSays}
        variant="quietDanger"
        isDanger
        fields={<Checkbox name="with_calendars" label={texts.withCalendars} />}
        onDone={onDeleted}
      />
    </div>
  )
}
