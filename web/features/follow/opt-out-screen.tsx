import { BellOff, CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { OPT_OUT_EMAIL_MAX } from '#domain/limits.ts'
import {
  type LessChoice,
  lessChoices,
  type OptOutChannel,
  type OptOutReason,
  optOutChannels,
  optOutReasons,
} from '#domain/opt-out-choices.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { useSettings } from '#web/api/settings.ts'
import { StateCard } from '#web/features/linked/state-card.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { clearQuery } from '#web/ui/clear-query.ts'
import { InputField } from '#web/ui/fields.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { type OptOutAnswer, optOut, receiveLess, sendOptOutLink, undoOptOut } from './mutations.ts'
import type { OptOutLink } from './opt-out-link.ts'
import { optOutPageTexts } from './texts.ts'

type Link = OptOutLink & { calendarName: string | null }

/** Unsubscribes an address, without an account and without questions. `link` is null for a damaged link, and without one. */
export function OptOutScreen({ link }: { link: Link | null }) {
  const [search] = useSearchParams()
  if (link) return <OptOutCard {...link} />
  return search.has('t') ? <DamagedLink /> : <AskForLink />
}

/** For somebody who comes without a mail, for instance from the privacy policy. */
function AskForLink() {
  const settings = useSettings()
  const [search] = useSearchParams()
  const [answer, setAnswer] = useState<{ problem: string | null } | null>(null)
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('#domain/opt-out.ts')).optOutLinkForm,
    onValid: async ({ address }) => setAnswer({ problem: await sendOptOutLink(settings, address) }),
  })

  if (answer && !answer.problem) return <Done title={optOutPageTexts.check}>{optOutTexts.linkSent}</Done>
  return (
    <StateCard icon={<BellOff aria-hidden="true" className="size-12 text-muted" />} title={optOutPageTexts.title}>
      <p>{optOutPageTexts.ask}</p>
      <form noValidate onSubmit={onSubmit} className="mx-auto mt-8 max-w-md space-y-5 text-left text-base text-ink">
        <InputField
          label={optOutPageTexts.address}
          hint={optOutPageTexts.orStop}
          error={problems.address ?? answer?.problem}
          required
          name="address"
          autoComplete="email"
          maxLength={OPT_OUT_EMAIL_MAX}
          defaultValue={search.get('email') ?? ''}
        />
        <Button type="submit" working={working} className="w-full">
          {optOutPageTexts.sendLink}
        </Button>
      </form>
    </StateCard>
  )
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

function OptOutCard({ calendarName, calendarId, isFromMail, phone, ...link }: Link) {
  const settings = useSettings()
  const [search] = useSearchParams()
  const signature = search.get('t')
  const token = isFromMail ? signature : null
  const [channels, setChannels] = useState<readonly OptOutChannel[]>(optOutChannels)
  const [answer, setAnswer] = useState<OptOutAnswer | null>(null)
  const [less, setLess] = useState<LessChoice | null>(null)
  const [choosing, setChoosing] = useState<LessChoice | null>(null)
  const [email, setEmail] = useState(link.email)
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('#domain/opt-out.ts')).optOutForm,
    extraValues: { calendarId, channels },
    onValid: async (form) => {
      const given = await optOut(settings, { ...form, t: signature })
      if (given.state !== 'error') clearQuery()
      setEmail(form.email)
      setAnswer(given)
    },
  })

  async function chooseLess(token: string, choice: LessChoice) {
    setChoosing(choice)
    const problem = await receiveLess(settings, { token, choice })
    if (problem) setAnswer({ state: 'error', message: problem })
    else {
      clearQuery()
      setLess(choice)
    }
    setChoosing(null)
  }

  if (less) return <Done title={optOutPageTexts.saved}>{optOutPageTexts.lessDone[less]}</Done>
  if (answer && answer.state !== 'error') {
    const { message, outcome } = answer
    const stopped = optOutPageTexts.stopped(outcome, token !== null)
    return <OptedOut {...{ message, stopped, token, email, calendarId }} hasLeft={outcome.email === 'stopped'} />
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
      <form noValidate onSubmit={onSubmit} className="mx-auto mt-8 max-w-md space-y-5 text-left text-base text-ink">
        <InputField
          label={optOutPageTexts.email}
          error={problems.email ?? problems.calendarId ?? problems.channels ?? answer?.message}
          required
          type="email"
          name="email"
          autoComplete="email"
          maxLength={OPT_OUT_EMAIL_MAX}
          defaultValue={link.email}
        />
        <input type="hidden" name="calendar" value={calendarId} />
        {phone &&
          optOutChannels.map((channel) => (
            <Checkbox
              key={channel}
              label={optOutPageTexts.channels[channel](phone)}
              checked={channels.includes(channel)}
              onChange={({ target }) =>
                setChannels(optOutChannels.filter((one) => (one === channel ? target.checked : channels.includes(one))))
              }
            />
          ))}
        <Button type="submit" working={working} className="w-full">
          {optOutPageTexts.unsubscribe}
        </Button>
      </form>
      {token && (
        <section aria-labelledby="less" className="mt-10">
          <h2 id="less" className="text-base font-semibold text-ink">
            {optOutPageTexts.less}
          </h2>
          <div className="mt-3 flex flex-wrap justify-center gap-2">
            {lessChoices.map((choice) => (
              <Button
                key={choice}
                variant="secondary"
                working={choosing === choice}
                onClick={() => chooseLess(token, choice)}
              >
                {optOutPageTexts.lessChoices[choice]}
              </Button>
            ))}
          </div>
        </section>
      )}
    </StateCard>
  )
}

function Done({ title, children }: { title: string; children: ReactNode }) {
  return (
    <StateCard icon={<CircleCheck aria-hidden="true" className="size-14 text-ok" />} title={title}>
      <p>{children}</p>
      <ButtonLink to="/" className="mt-8">
        {optOutPageTexts.returnHome}
      </ButtonLink>
    </StateCard>
  )
}

interface OptedOutProps {
  message: string
  /** What stopped and what still comes. */
  stopped: string
  /** Whether the emails stopped; then they may say why. */
  hasLeft: boolean
  /** Null without the link of a mail: then nobody knows who asked. */
  token: string | null
  email: string
  calendarId: string
}

/** Says that it is done. With the link of a mail it can be undone, and people may say why. */
function OptedOut({ message, stopped, hasLeft, token, email, calendarId }: OptedOutProps) {
  const settings = useSettings()
  const [undone, setUndone] = useState<{ done: boolean; message: string } | null>(null)
  const [working, setWorking] = useState(false)
  const [hasSaidWhy, setHasSaidWhy] = useState(false)

  async function undo(token: string) {
    setWorking(true)
    setUndone(await undoOptOut(settings, token))
    setWorking(false)
  }

  async function sayWhy(reason: OptOutReason) {
    const { state } = await optOut(settings, { email, calendarId, t: token, channels: ['email'], reason })
    setHasSaidWhy(state !== 'error')
  }

  if (undone?.done) return <Done title={optOutPageTexts.welcomeBack}>{undone.message}</Done>
  return (
    <StateCard icon={<CircleCheck aria-hidden="true" className="size-14 text-ok" />} title={optOutPageTexts.done}>
      <p>{undone?.message ?? message}</p>
      {!undone && <p>{stopped}</p>}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {token && (
          <Button variant="secondary" working={working} onClick={() => undo(token)}>
            {optOutPageTexts.undoNow}
          </Button>
        )}
        <ButtonLink to="/">{optOutPageTexts.returnHome}</ButtonLink>
      </div>
      {token && hasLeft && (
        <section aria-labelledby="why" className="mt-10">
          <h2 id="why" className="text-base font-semibold text-ink">
            {hasSaidWhy ? optOutPageTexts.thanks : optOutPageTexts.why}
          </h2>
          {!hasSaidWhy && (
            <div className="mt-3 flex flex-wrap justify-center gap-2">
              {optOutReasons.map((reason) => (
                <Button key={reason} variant="secondary" onClick={() => sayWhy(reason)}>
                  {optOutPageTexts.reasons[reason]}
                </Button>
              ))}
            </div>
          )}
        </section>
      )}
    </StateCard>
  )
}
