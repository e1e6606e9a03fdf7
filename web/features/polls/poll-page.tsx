import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { eventPath } from '#domain/event-path.ts'
import { whenWords } from '#domain/event-words.ts'
import type { LinkedPoll, Poll, PollChoice } from '#domain/polls.ts'
import { pollTexts } from '#domain/texts/polls.ts'
import type { Clients } from '#web/api/clients.ts'
import { loadClients } from '#web/api/load-clients.ts'
import { errorToast, refusedWith } from '#web/api/request-errors.ts'
import { setMemberAttribute, storedSession } from '#web/api/session-attribute.ts'
import { useSettings } from '#web/api/settings.ts'
import { Failure } from '#web/features/linked/failure.tsx'
import { linkedFlow } from '#web/features/linked/linked-flow.ts'
import type { Description } from '#web/features/linked/linked-form.tsx'
import { LinkedPage } from '#web/features/linked/linked-page.tsx'
import { PersonFields } from '#web/features/linked/person-fields.tsx'
import { linkedTexts } from '#web/features/linked/texts.ts'
import { useLinkRequest } from '#web/features/linked/use-mail-request.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { pollLinkTexts, pollPageTexts as texts } from './texts.ts'

export interface PollScreenProps {
  calendar: { id: string; name: string; time_zone: string }
  poll: Poll
  /** The event it became, while it is on the calendar. */
  eventId: string | null
}

const loadForms = () => import('#domain/polls.ts')
const flow = linkedFlow({ request: 'request-poll', read: 'get-poll', answer: 'answer-poll' }, pollTexts, {
  TB092: pollTexts.closed,
  TB093: pollTexts.tooMany,
})

/** What the link of an answer leads to. */
export function PollAnswerScreen() {
  return <LinkedPage flow={flow} texts={pollLinkTexts} describe={describe} rules={linkedRules} fields={linkedFields} />
}

const linkedRules = async () => (await loadForms()).linkedPollForm

function describe({ calendar, poll, is_confirmed, is_open }: LinkedPoll): Description {
  const { confirmed, change, notYet, confirm, remove, removed } = pollLinkTexts
  const open = is_confirmed ? { title: confirmed, body: change } : { title: notYet }
  const path = `/calendar/${calendar.id}/poll/${poll.id}`
  return {
    title: poll.title,
    // One line, as while it loads, so that nothing jumps.
    lead: texts.answered(poll.answered),
    state: is_open ? open : { title: pollTexts.closed },
    subject: calendar.is_public ? { path, label: pollLinkTexts.poll } : null,
    save: is_open ? (is_confirmed ? linkedTexts.save : confirm) : null,
    remove,
    removed,
  }
}

function linkedFields({ poll, calendar, choices }: LinkedPoll) {
  return (
    <>
      <p className="text-muted empty:hidden">
        <About poll={poll} />
      </p>
      <Times poll={poll} calendar={calendar} start={choices} />
    </>
  )
}

function About({ poll: { description, location_name } }: { poll: Pick<Poll, 'description' | 'location_name'> }) {
  return (
    <>
      {location_name && <span className="block wrap-anywhere">{location_name}</span>}
      {description && <span className="block whitespace-pre-line wrap-anywhere">{description}</span>}
    </>
  )
}

/** The page of a poll. */
export function PollScreen({ calendar, poll, eventId }: PollScreenProps) {
  const member = useMember(calendar.id, poll)
  return (
    <Page width="narrow">
      <PageHead title={poll.title}>
        <About poll={poll} />
        <span className="block">{texts.answered(poll.answered)}</span>
      </PageHead>
      {!poll.is_open && <Banner title={eventId ? texts.isEvent : pollTexts.closed} />}
      <Card className="my-6 p-5 sm:p-8">
        {poll.is_open ? (
          <AnswerForm poll={poll} calendar={calendar} member={member} />
        ) : (
          <Times poll={poll} calendar={calendar} />
        )}
      </Card>
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        {eventId && <ButtonLink to={eventPath(calendar, eventId)}>{linkedTexts.event}</ButtonLink>}
        <ButtonLink to={`/calendar/${calendar.id}`} variant="secondary">
          {texts.back}
        </ButtonLink>
      </div>
      <noscript>
        <p className="mt-4">{linkedTexts.noScript}</p>
      </noscript>
    </Page>
  )
}

type Member = Pick<Clients, 'rest'> & { choices: PollChoice[] }

/** Has a link mailed. Members answer at once: their address is confirmed. */
function AnswerForm({ poll, calendar, member }: Omit<PollScreenProps, 'eventId'> & { member: Member | null }) {
  const { revalidate } = useRevalidator()
  const asGuest = useLinkRequest({
    flow,
    about: calendar.id,
    isOpen: member === null,
    rules: async () => (await loadForms()).pollAnswerForm,
    body: (form) => ({ ...form, calendar_id: calendar.id, poll_id: poll.id }),
    onSent: () => toast(flow.sent),
  })
  const asMember = useCheckedForm({
    rules: async () => (await loadForms()).memberPollForm,
    onValid: async ({ choices }) => {
      if (!member) return
      const { error, status } = await member.rest.rpc('answer_poll', { p_poll_id: poll.id, p_choices: choices })
      toast(error ? errorToast(refusedWith(error, status), texts.failed) : texts.saved)
      if (!error) await revalidate()
    },
  })
  const { onSubmit, working } = member ? asMember : asGuest
  // What was chosen before we knew of the member stays, unless they have answered already.
  return (
    <form key={member?.choices.join() ?? ''} noValidate onSubmit={onSubmit} className="space-y-5">
      <Times poll={poll} calendar={calendar} start={member?.choices ?? []} />
      {!member && (
        <>
          <PersonFields problems={asGuest.problems} emailHint={linkedTexts.lead} />
          <Honeypot />
          <Failure problem={asGuest.failure} />
        </>
      )}
      <Button type="submit" working={working}>
        {texts.send}
      </Button>
    </form>
  )
}

/** Reads a member's own answer. Whoever only seems to be a member is refused by the server. */
function useMember(calendarId: string, poll: Poll): Member | null {
  const settings = useSettings()
  const [member, setMember] = useState<Member | null>(null)
  useEffect(() => {
    setMemberAttribute(calendarId)
    const self = storedSession()?.user.id
    if (!self || document.documentElement.dataset.member !== 'yes') return
    void loadClients(settings).then(async ({ rest }) => {
      const own = rest.from('poll_answers').select('choices').eq('poll_id', poll.id).eq('user_id', self)
      const { data, error } = await own.maybeSingle()
      if (!error) setMember({ rest, choices: data?.choices ?? [] })
    })
  }, [settings, calendarId, poll])
  return member
}

/** Lists the times with their numbers. `start` is what the person has chosen; without it nothing can be chosen. */
function Times({
  poll,
  calendar,
  start,
}: Pick<LinkedPoll, 'poll'> & { calendar: { time_zone: string }; start?: PollChoice[] }) {
  return poll.starts.map((time, at) => {
    const when = whenWords({ start_time: time, end_time: poll.ends[at] ?? '', all_day: false }, calendar.time_zone)
    const legend = (
      <>
        <span className="block text-base first-letter:uppercase">{when}</span>
        <span className="block font-normal text-muted">{texts.counts(poll.yes[at] ?? 0, poll.maybe[at] ?? 0)}</span>
      </>
    )
    return (
      <RadioGroup key={when} legend={legend}>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {(start ? (Object.keys(pollTexts.choices) as PollChoice[]) : []).map((choice) => (
            <Radio
              key={choice}
              name={`choices.${at}`}
              value={choice}
              label={pollTexts.choices[choice]}
              defaultChecked={choice === (start?.[at] ?? 'no')}
            />
          ))}
        </div>
      </RadioGroup>
    )
  })
}
