import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ConfirmationState } from '#domain/confirmations.ts'
import { confirmationTexts, followTexts } from '#domain/texts/follow.ts'
import { type PublicSettings, useSettings } from '#web/api/settings.ts'
import { StateCard } from '#web/features/linked/state-card.tsx'
import { siteTexts } from '#web/texts/site.ts'
import { ButtonLink, buttonClasses } from '#web/ui/button.tsx'
import { clearQuery } from '#web/ui/clear-query.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { InstallHint } from './install-hint.tsx'
import { type Confirmation, confirmFollow } from './mutations.ts'
import { confirmPageTexts } from './texts.ts'

const titles: Record<ConfirmationState, string> = {
  loading: confirmPageTexts.loading,
  success: confirmPageTexts.success,
  expired: confirmPageTexts.expiredTitle,
  waiting: followTexts.waiting.title,
  error: confirmPageTexts.failedTitle,
}

const icons: Record<Exclude<ConfirmationState, 'loading'>, React.ReactNode> = {
  success: <CircleCheck aria-hidden="true" className="size-14 text-ok" />,
  expired: <Clock aria-hidden="true" className="size-14 text-notice" />,
  waiting: <Clock aria-hidden="true" className="size-14 text-notice" />,
  error: <CircleX aria-hidden="true" className="size-14 text-danger" />,
}

const smsTexts: Record<string, string> = {
  reply_yes: confirmPageTexts.replyYes,
  limit_reached: confirmPageTexts.noTexts,
}

/** Opening the link changes nothing; this page then asks the server to confirm, so that link scanners cannot. */
export function ConfirmScreen() {
  const settings = useSettings()
  const [search] = useSearchParams()
  const token = search.get('token')
  const [answer, setAnswer] = useState<Confirmation | null>(token ? null : plainAnswer(search.get('state')))

  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    confirmOnce(settings, token).then((given) => {
      if (isUnmounted) return
      setAnswer(given)
      // After an error the person may reload and retry, so the token stays in the URL.
      if (given.state !== 'error') clearQuery()
    })
    return () => {
      isUnmounted = true
    }
  }, [settings, token])

  const state = answer?.state ?? 'loading'
  return (
    <StateCard
      icon={state === 'loading' ? <Spinner className="text-5xl text-muted" /> : icons[state]}
      title={titles[state]}
    >
      {/* Reserves two lines, so that nothing moves when the message arrives. */}
      <p className="min-h-[2lh]">{answer?.message ?? siteTexts.oneMoment}</p>
      {answer?.state === 'success' && smsTexts[answer.sms] && <p className="mt-2">{smsTexts[answer.sms]}</p>}
      <noscript>
        {token && (
          <form method="post" action="/confirm-contact" className="mt-4">
            <input type="hidden" name="token" value={token} />
            <button type="submit" className={buttonClasses()}>
              {confirmPageTexts.confirm}
            </button>
          </form>
        )}
      </noscript>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {answer?.state === 'success' && answer.calendarId && (
          <ButtonLink to={`/calendar/${answer.calendarId}`}>{confirmPageTexts.viewCalendar}</ButtonLink>
        )}
        {answer?.state === 'expired' && <ButtonLink to="/locate-calendar">{confirmPageTexts.findAgain}</ButtonLink>}
        <ButtonLink to="/" variant="secondary">
          {confirmPageTexts.goHome}
        </ButtonLink>
      </div>
      {answer?.state === 'success' && <InstallHint />}
    </StateCard>
  )
}

const confirmations = new Map<string, Promise<Confirmation>>()

/** What the page says after a form that was sent without scripts. */
function plainAnswer(state: string | null): Confirmation {
  switch (state) {
    case 'confirmed':
      return { state: 'success', message: confirmPageTexts.following, calendarId: null, sms: 'none' }
    case 'expired':
      return { state: 'expired', message: confirmationTexts.expired }
    case 'full':
      return { state: 'waiting', message: confirmationTexts.full }
    case 'not_found':
      return { state: 'error', message: confirmationTexts.notFound }
    case 'limited':
    case 'failed':
      return { state: 'error', message: confirmPageTexts.failed }
    default:
      return { state: 'error', message: confirmationTexts.invalid }
  }
}

/** Confirms a token once per page: it is valid once, but React may run the effect twice. */
function confirmOnce(settings: PublicSettings, token: string): Promise<Confirmation> {
  const cached = confirmations.get(token)
  if (cached) return cached
  const answer = confirmFollow(settings, token)
  confirmations.set(token, answer)
  return answer
}
