import { BellOff, CircleCheck, TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { OPT_OUT_EMAIL_MAX } from '#domain/limits.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { useSettings } from '#web/api/settings.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { clearQuery } from '#web/ui/clear-query.ts'
import { InputField } from '#web/ui/fields.tsx'
import { type OptOutAnswer, optOut } from './mutations.ts'
import type { OptOutLink } from './opt-out-link.ts'
import { StateCard } from './state-card.tsx'
import { optOutPageTexts } from './texts.ts'

type Link = OptOutLink & { calendarName: string | null }

/** Unsubscribes an address, without an account and without questions. `link` is null for a damaged link. */
export function OptOutScreen({ link }: { link: Link | null }) {
  return link ? <OptOutCard {...link} /> : <DamagedLink />
}

function DamagedLink() {
  return (
    <StateCard
      icon={<TriangleAlert aria-hidden="true" className="size-12 text-muted" />}
      title={optOutPageTexts.damaged}
    >
      <p>{preferenceTexts.invalidLink}</p>
      <ButtonLink to="/" className="mt-8">
        {optOutPageTexts.returnHome}
      </ButtonLink>
    </StateCard>
  )
}

function OptOutCard({ calendarName, calendarId, ...link }: Link) {
  const settings = useSettings()
  const [search] = useSearchParams()
  const [email, setEmail] = useState(link.email)
  const [answer, setAnswer] = useState<OptOutAnswer | null>(null)
  const [working, setWorking] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWorking(true)
    // The rules are downloaded on submit: most people arrive with everything filled in.
    const { optOutForm } = await import('#domain/opt-out.ts')
    const parsed = optOutForm.safeParse({ email, calendarId })
    const given: OptOutAnswer = parsed.success
      ? await optOut(settings, { ...parsed.data, t: search.get('t') })
      : { state: 'error', message: parsed.error.issues[0]?.message ?? optOutPageTexts.failed }
    if (given.state !== 'error') clearQuery()
    setAnswer(given)
    setWorking(false)
  }

  if (answer && answer.state !== 'error') {
    return (
      <StateCard icon={<CircleCheck aria-hidden="true" className="size-14 text-ok" />} title={optOutPageTexts.done}>
        <p>{answer.message}</p>
        <ButtonLink to="/" className="mt-8">
          {optOutPageTexts.returnHome}
        </ButtonLink>
      </StateCard>
    )
  }
  return (
    <StateCard icon={<BellOff aria-hidden="true" className="size-12 text-muted" />} title={optOutPageTexts.title}>
      <p>
        {calendarName ? (
          <>
            {optOutPageTexts.stopFrom} <strong className="text-ink">{calendarName}</strong>.
          </>
        ) : (
          optOutPageTexts.stop
        )}
      </p>
      <form noValidate onSubmit={submit} className="mx-auto mt-8 max-w-md space-y-5 text-left text-base text-ink">
        <InputField
          label={optOutPageTexts.email}
          error={answer?.message}
          required
          type="email"
          name="email"
          autoComplete="email"
          maxLength={OPT_OUT_EMAIL_MAX}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <input type="hidden" name="calendar" value={calendarId} />
        <Button type="submit" working={working} className="w-full">
          {optOutPageTexts.unsubscribe}
        </Button>
      </form>
    </StateCard>
  )
}
