import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { eventPath } from '#domain/event-path.ts'
import { placeWords, whenWords } from '#domain/event-words.ts'
import { RSVP_NAME_MAX } from '#domain/limits.ts'
import { type RsvpAnswer, rsvpAnswers } from '#domain/rsvp-answers.ts'
import type { LinkedRsvp } from '#domain/rsvps.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { useSettings } from '#web/api/settings.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { clearQuery } from '#web/ui/clear-query.ts'
import { InputField } from '#web/ui/fields.tsx'
import { focusInvalid } from '#web/ui/focus-invalid.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'
import { readRsvp, removeRsvp, saveRsvp } from './mutations.ts'
import { problemsIn, RsvpFields, type RsvpProblems } from './rsvp-fields.tsx'
import { rsvpCardTexts, rsvpPageTexts } from './texts.ts'

/** The page behind an answer's link. Opening it reads; only its buttons change something. */
export function RsvpScreen() {
  const settings = useSettings()
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('t') ?? '')
  const [wish] = useState(() => rsvpAnswers.find((answer) => answer === search.get('a')))
  const [found, setFound] = useState<LinkedRsvp | null>(null)
  const [problem, setProblem] = useState<string | null>(token ? null : rsvpTexts.invalidLink)
  const [isRemoved, setIsRemoved] = useState(false)

  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    readRsvp(settings, token).then((answer) => {
      if (isUnmounted) return
      setFound(answer.found)
      setProblem(answer.problem)
      if (answer.found) clearQuery()
    })
    return () => {
      isUnmounted = true
    }
  }, [settings, token])

  async function remove() {
    const failed = await removeRsvp(settings, token)
    setProblem(failed)
    setIsRemoved(failed === null)
  }

  const isShown = found !== null && !isRemoved

  return (
    <Page width="narrow">
      <PageHead title={found?.event.title ?? rsvpPageTexts.title}>
        {found ? (
          <>
            <span className="block first-letter:uppercase">{whenWords(found.event, found.calendar.time_zone)}</span>
            <span className="block">{placeWords(found.event)}</span>
          </>
        ) : (
          !problem && rsvpPageTexts.loading
        )}
      </PageHead>
      {/* As high as the form, so that nothing jumps when it loads. */}
      <div aria-live="polite" className={found || problem ? 'mb-6' : 'min-h-dvh'}>
        {problem && <Banner variant="warning" title={problem} />}
        {isRemoved && <Banner title={rsvpPageTexts.removed}>{rsvpPageTexts.removedBody}</Banner>}
        {isShown && <Standing found={found} />}
      </div>
      {isShown && (
        <Card className="p-5 sm:p-8">
          <AnswerForm
            token={token}
            found={found}
            wish={wish}
            onSaved={(saved) => {
              // The banner says what is new; without that, nothing would show that it is saved.
              if (saved.state === found.state) toast({ title: rsvpPageTexts.saved })
              setFound(saved)
            }}
            onRemove={remove}
          />
        </Card>
      )}
      {!isShown && (problem || isRemoved) && (
        <ButtonLink
          to={found?.calendar.is_public ? eventPath(found.calendar, found.event.id) : '/'}
          variant="secondary"
        >
          {found?.calendar.is_public ? rsvpPageTexts.event : rsvpPageTexts.goHome}
        </ButtonLink>
      )}
      <noscript>
        <p className="mt-4">{rsvpPageTexts.noScript}</p>
      </noscript>
    </Page>
  )
}

function Standing({ found: { state, is_open, rsvp } }: { found: LinkedRsvp }) {
  if (state === null) {
    return is_open ? (
      <Banner title={rsvpPageTexts.notYet}>{rsvp.is_full && rsvpCardTexts.wait}</Banner>
    ) : (
      <Banner title={rsvpTexts.closed} />
    )
  }
  return (
    <Banner title={rsvpTexts.states[state]}>
      {state === 'waiting' ? rsvpPageTexts.waitingBody : is_open ? null : rsvpPageTexts.onlyNo}
    </Banner>
  )
}

interface AnswerFormProps {
  token: string
  found: LinkedRsvp
  /** What the link in the mail says; nothing is saved before the button is pressed. */
  wish: RsvpAnswer | undefined
  onSaved: (found: LinkedRsvp) => void
  onRemove: () => Promise<void>
}

function AnswerForm({ token, found, wish, onSaved, onRemove }: AnswerFormProps) {
  const settings = useSettings()
  const { name, answer, party, reply, state, calendar, event, rsvp, is_stored } = found
  const [form, setForm] = useState({ name, answer: wish ?? answer, party: String(party), reply: reply ?? '' })
  const [problems, setProblems] = useState<RsvpProblems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [working, setWorking] = useState<'save' | 'remove' | null>(null)
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })

  async function submit(submitted: FormEvent) {
    submitted.preventDefault()
    const element = submitted.currentTarget
    setWorking('save')
    const { linkedRsvpForm } = await import('#domain/rsvps.ts')
    const parsed = linkedRsvpForm.safeParse(form)
    if (parsed.success) {
      setProblems({})
      const saved = await saveRsvp(settings, token, parsed.data)
      setFailure(saved.problem)
      if (saved.found) onSaved(saved.found)
    } else {
      setProblems(problemsIn(parsed.error))
      focusInvalid(element)
    }
    setWorking(null)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {failure && <Banner variant="danger" title={failure} />}
      <RsvpFields values={form} question={rsvp.question} problems={problems} onChange={change} />
      <InputField
        label={rsvpTexts.name}
        error={problems.name}
        required
        name="name"
        autoComplete="name"
        maxLength={RSVP_NAME_MAX}
        value={form.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      {/* On a phone the button stays in view: what the link is for takes one press. */}
      <div className="flex flex-wrap gap-3 max-sm:contents">
        <Button type="submit" working={working === 'save'} className="max-sm:sticky max-sm:bottom-3 max-sm:z-10">
          {state === null ? rsvpPageTexts.confirm : rsvpPageTexts.save}
        </Button>
        {calendar.is_public && (
          <ButtonLink to={eventPath(calendar, event.id)} variant="secondary">
            {rsvpPageTexts.event}
          </ButtonLink>
        )}
        {is_stored && (
          <Button
            variant="quietDanger"
            working={working === 'remove'}
            onClick={async () => {
              setWorking('remove')
              await onRemove()
              setWorking(null)
            }}
          >
            {rsvpPageTexts.remove}
          </Button>
        )}
      </div>
    </form>
  )
}
