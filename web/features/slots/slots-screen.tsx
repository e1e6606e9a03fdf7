import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { eventPath } from '#domain/event-path.ts'
import { placeWords, whenWords } from '#domain/event-words.ts'
import { RSVP_NAME_MAX } from '#domain/limits.ts'
import type { LinkedSlots } from '#domain/slot-forms.ts'
import { leftOf, slotKinds } from '#domain/slots.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { useSettings } from '#web/api/settings.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { clearQuery } from '#web/ui/clear-query.ts'
import { InputField } from '#web/ui/fields.tsx'
import { focusInvalid } from '#web/ui/focus-invalid.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'
import { AmountField } from './amount-field.tsx'
import { giveBackSlots, type LinkAnswer, readSlots, saveSlots } from './mutations.ts'
import { slotPageTexts } from './texts.ts'

/** The page behind a sign-up's link. Opening it reads; only its buttons change something. */
export function SlotsScreen() {
  const settings = useSettings()
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('t') ?? '')
  const [found, setFound] = useState<LinkedSlots | null>(null)
  const [problem, setProblem] = useState<string | null>(token ? null : slotTexts.invalidLink)
  const [isGivenBack, setIsGivenBack] = useState(false)

  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    readSlots(settings, token).then((answer) => {
      if (isUnmounted) return
      setFound(answer.found)
      setProblem(answer.problem)
      if (answer.found) clearQuery()
    })
    return () => {
      isUnmounted = true
    }
  }, [settings, token])

  async function giveBack() {
    const failed = await giveBackSlots(settings, token)
    setProblem(failed)
    setIsGivenBack(failed === null)
  }

  const isShown = found !== null && !isGivenBack

  return (
    <Page width="narrow">
      <PageHead title={found?.event.title ?? slotPageTexts.title}>
        {found ? (
          <>
            <span className="block first-letter:uppercase">{whenWords(found.event, found.calendar.time_zone)}</span>
            <span className="block">{placeWords(found.event)}</span>
          </>
        ) : (
          !problem && slotPageTexts.loading
        )}
      </PageHead>
      {/* As high as the form, so that nothing jumps when it loads. */}
      <div aria-live="polite" className={found || problem ? 'mb-6' : 'min-h-dvh'}>
        {problem && <Banner variant="warning" title={problem} />}
        {isGivenBack && (
          <Banner title={found?.is_confirmed ? slotPageTexts.removed : slotPageTexts.forgotten}>
            {slotPageTexts.removedBody}
          </Banner>
        )}
        {isShown && <Standing found={found} />}
      </div>
      {isShown && (
        <Card className="p-5 sm:p-8">
          <SignupForm
            token={token}
            found={found}
            onSaved={(saved) => {
              if (!saved.found) return setIsGivenBack(true)
              if (found.is_confirmed) toast({ title: slotPageTexts.saved })
              setFound(saved.found)
            }}
            onGiveBack={giveBack}
          />
        </Card>
      )}
      {!isShown && (problem || isGivenBack) && (
        <ButtonLink
          to={found?.calendar.is_public ? eventPath(found.calendar, found.event.id) : '/'}
          variant="secondary"
        >
          {found?.calendar.is_public ? slotPageTexts.event : slotPageTexts.goHome}
        </ButtonLink>
      )}
      <noscript>
        <p className="mt-4">{slotPageTexts.noScript}</p>
      </noscript>
    </Page>
  )
}

function Standing({ found: { is_confirmed, is_open } }: { found: LinkedSlots }) {
  if (is_confirmed)
    return <Banner title={slotPageTexts.confirmed}>{is_open ? slotPageTexts.swap : slotPageTexts.onlyBack}</Banner>
  return <Banner title={is_open ? slotPageTexts.notYet : slotTexts.closed} />
}

interface SignupFormProps {
  token: string
  found: LinkedSlots
  onSaved: (saved: LinkAnswer) => void
  onGiveBack: () => Promise<void>
}

function SignupForm({ token, found, onSaved, onGiveBack }: SignupFormProps) {
  const settings = useSettings()
  const { slots, calendar, event, is_confirmed: isConfirmed } = found
  const [name, setName] = useState(found.name)
  const [amounts, setAmounts] = useState<Record<string, string>>(() =>
    Object.fromEntries(slots.map(({ id, mine }) => [id, String(mine)])),
  )
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [working, setWorking] = useState<'save' | 'giveBack' | null>(null)

  async function submit(submitted: FormEvent) {
    submitted.preventDefault()
    const element = submitted.currentTarget
    setWorking('save')
    const { linkedSlotForm } = await import('#domain/slot-forms.ts')
    const parsed = linkedSlotForm.safeParse({ name, amounts })
    if (parsed.success) {
      setProblems({})
      const saved = await saveSlots(settings, token, parsed.data)
      setFailure(saved.problem)
      if (!saved.problem) onSaved(saved)
    } else {
      const wrong: Record<string, string> = {}
      for (const { path, message } of parsed.error.issues) wrong[String(path.at(-1))] ??= message
      setProblems(wrong)
      focusInvalid(element)
    }
    setWorking(null)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {failure && <Banner variant="danger" title={failure} />}
      {slotKinds.map((kind) => {
        // A line that others have taken is no choice.
        const lines = slots.filter((slot) => slot.kind === kind && (slot.mine > 0 || leftOf(slot) > 0))
        if (lines.length === 0) return null
        return (
          <fieldset key={kind} className="space-y-4">
            <legend className="mb-3 text-[0.9375rem] font-semibold text-muted">{slotTexts.kinds[kind]}</legend>
            {lines.map((slot) => (
              <AmountField
                key={slot.id}
                label={slot.title}
                slot={slot}
                min={0}
                error={problems[slot.id]}
                value={amounts[slot.id] ?? '0'}
                onChange={(amount) => setAmounts({ ...amounts, [slot.id]: amount })}
              />
            ))}
          </fieldset>
        )
      })}
      <InputField
        label={rsvpTexts.name}
        error={problems.name}
        required
        name="name"
        autoComplete="name"
        maxLength={RSVP_NAME_MAX}
        value={name}
        onChange={(changed) => setName(changed.target.value)}
      />
      {/* On a phone the button stays in view: what the link is for takes one press. */}
      <div className="flex flex-wrap gap-3 max-sm:contents">
        <Button type="submit" working={working === 'save'} className="max-sm:sticky max-sm:bottom-3 max-sm:z-10">
          {isConfirmed ? slotPageTexts.save : slotPageTexts.confirm}
        </Button>
        {calendar.is_public && (
          <ButtonLink to={eventPath(calendar, event.id)} variant="secondary">
            {slotPageTexts.event}
          </ButtonLink>
        )}
        <Button
          variant="quietDanger"
          working={working === 'giveBack'}
          onClick={async () => {
            setWorking('giveBack')
            await onGiveBack()
            setWorking(null)
          }}
        >
          {isConfirmed ? slotPageTexts.giveBack : slotPageTexts.forget}
        </Button>
      </div>
    </form>
  )
}
