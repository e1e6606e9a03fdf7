import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { eventPath } from '#domain/event-path.ts'
import { SUGGESTION_NAME_MAX } from '#domain/limits.ts'
import type { LinkedSuggestion } from '#domain/suggestions.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { useSettings } from '#web/api/settings.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { clearQuery } from '#web/ui/clear-query.ts'
import { InputField } from '#web/ui/fields.tsx'
import { focusInvalid } from '#web/ui/focus-invalid.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { readSuggestion, removeSuggestion, saveSuggestion } from './mutations.ts'
import { draftOf, problemsIn, SuggestionFields, type SuggestionProblems } from './suggestion-fields.tsx'
import { suggestionPageTexts as texts } from './texts.ts'

/** The page behind a suggestion's link. Opening it reads; only its buttons change something. */
export function SuggestionScreen() {
  const settings = useSettings()
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('t') ?? '')
  const [found, setFound] = useState<LinkedSuggestion | null>(null)
  const [problem, setProblem] = useState<string | null>(token ? null : suggestionTexts.invalidLink)
  const [isRemoved, setIsRemoved] = useState(false)

  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    readSuggestion(settings, token).then((answer) => {
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
    const failed = await removeSuggestion(settings, token)
    if (failed) return setProblem(failed)
    setFound(null)
    setIsRemoved(true)
    window.scrollTo(0, 0)
  }

  return (
    <Page width="narrow">
      <PageHead title={texts.title}>{found ? found.calendar.name : !problem && !isRemoved && texts.loading}</PageHead>
      {/* As high as the form, so that nothing jumps when it loads. */}
      <div aria-live="polite" className={found || problem || isRemoved ? 'mb-6' : 'min-h-dvh'}>
        {problem && <Banner variant="warning" title={problem} />}
        {isRemoved && <Banner title={texts.removed}>{texts.removedBody}</Banner>}
        {found && <Standing found={found} />}
      </div>
      {found && (
        <Card className="p-5 sm:p-8">
          <SuggestionForm
            key={found.state}
            token={token}
            found={found}
            onSaved={(saved) => {
              setFound(saved)
              window.scrollTo(0, 0)
            }}
            onRemove={remove}
          />
        </Card>
      )}
      {!found && (problem || isRemoved) && (
        <ButtonLink to="/" variant="secondary">
          {texts.goHome}
        </ButtonLink>
      )}
      <noscript>
        <p className="mt-4">{texts.noScript}</p>
      </noscript>
    </Page>
  )
}

function Standing({ found: { state, event_id, reason, is_open, is_gone } }: { found: LinkedSuggestion }) {
  if (is_gone) return <Banner title={suggestionTexts.eventGone} />
  if (state === 'unconfirmed') return <Banner title={is_open ? texts.states.unconfirmed : suggestionTexts.closed} />
  if (state === 'pending')
    return <Banner title={event_id ? texts.states.change : texts.states.pending}>{texts.pendingBody}</Banner>
  if (state === 'accepted') return <Banner title={texts.states.accepted}>{is_open && texts.acceptedBody}</Banner>
  return (
    <Banner title={texts.states.declined}>
      {reason && (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {texts.reason(reason)}
        </p>
      )}
      {is_open && texts.declinedBody}
    </Banner>
  )
}

interface SuggestionFormProps {
  token: string
  found: LinkedSuggestion
  onSaved: (found: LinkedSuggestion) => void
  onRemove: () => Promise<void>
}

const buttons = { unconfirmed: texts.confirm, pending: texts.save, accepted: texts.propose, declined: texts.again }

function SuggestionForm({ token, found, onSaved, onRemove }: SuggestionFormProps) {
  const settings = useSettings()
  const { state, calendar, event_id, is_open, is_gone } = found
  const [form, setForm] = useState({ ...draftOf(found), name: found.name })
  const [problems, setProblems] = useState<SuggestionProblems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [working, setWorking] = useState<'save' | 'remove' | null>(null)
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })

  async function submit(submitted: FormEvent) {
    submitted.preventDefault()
    const element = submitted.currentTarget
    setWorking('save')
    const { linkedSuggestionForm } = await import('#domain/suggestions.ts')
    const parsed = linkedSuggestionForm.safeParse(form)
    if (parsed.success) {
      setProblems({})
      const saved = await saveSuggestion(settings, token, parsed.data)
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
      <SuggestionFields values={form} problems={problems} onChange={change} />
      <InputField
        label={suggestionTexts.name}
        error={problems.name}
        required
        name="name"
        autoComplete="name"
        maxLength={SUGGESTION_NAME_MAX}
        value={form.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      {failure && <Banner variant="danger" title={failure} />}
      {/* On a phone the button stays in view: what the link is for takes one press. */}
      <div className="flex flex-wrap gap-3 max-sm:contents">
        {is_open && !is_gone && (
          <Button type="submit" working={working === 'save'} className="max-sm:sticky max-sm:bottom-3 max-sm:z-10">
            {state === 'declined' && event_id ? texts.propose : buttons[state]}
          </Button>
        )}
        <ButtonLink to={event_id ? eventPath(calendar, event_id) : `/calendar/${calendar.id}`} variant="secondary">
          {event_id ? texts.event : texts.calendar}
        </ButtonLink>
        <Button
          variant="quietDanger"
          working={working === 'remove'}
          onClick={async () => {
            setWorking('remove')
            await onRemove()
            setWorking(null)
          }}
        >
          {texts.remove}
        </Button>
      </div>
    </form>
  )
}
