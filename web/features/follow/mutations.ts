import type { FollowForm } from '#domain/follow.ts'
import type { OptOutForm } from '#domain/opt-out.ts'
import type { LessChoice, OptOutChannel, OptOutOutcome, OptOutReason } from '#domain/opt-out-choices.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { confirmationTexts, followTexts } from '#domain/texts/follow.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { createFunctions } from '#web/api/public-functions.ts'
import type { PublicSettings } from '#web/api/settings.ts'
import { type Proof, withProof } from '#web/features/captcha/use-proof.ts'
import type { ToastMessage } from '#web/ui/toast.ts'
import { confirmPageTexts, optOutPageTexts } from './texts.ts'

// Requests to follow, confirm and opt out, and the messages for their results.

interface Follow {
  calendar: { id: string; name: string }
  form: FollowForm
  /** Whether to wait for a place when there is none. */
  wait: boolean
  /** The honeypot: people do not see this field. */
  website: string
  proof: Proof
}

/** Requests a confirmation mail. `done` means that the dialog can close. */
export async function sendConfirmation(
  settings: PublicSettings,
  follow: Follow,
): Promise<{ message: ToastMessage; done: boolean; full?: boolean }> {
  const { calendar, form, wait, website, proof } = follow
  const body = {
    email: form.email,
    phone: form.preference === 'both' ? form.phone : null,
    consent: form.preference === 'both' && form.consent,
    calendarName: calendar.name,
    calendar_id: calendar.id,
    language: siteLanguage,
    ...(wait ? { wait } : {}),
    ...(website ? { website } : {}),
  }
  const { data, failure } = await withProof(proof, (token) =>
    functionsOf(settings).invoke('send-contact-confirmation', { body: { ...body, proof: token } }),
  )
  if (failure) {
    const { message } = failure
    return { message: { ...followTexts.failed, ...(message ? { body: message } : {}) }, done: false }
  }
  if (data?.status === 'already_subscribed') return { message: followTexts.alreadySubscribed, done: false }
  if (data?.status === 'full') return { message: followTexts.full, done: false, full: true }
  if (data?.status === 'waiting') return { message: followTexts.waiting, done: true }
  if (data?.status === 'pending') return { message: followTexts.pending, done: true }
  return { message: followTexts.sent, done: true }
}

export type Confirmation =
  | { state: 'success'; message: string; calendarId: string | null; sms: string }
  | { state: 'expired' | 'waiting' | 'error'; message: string }

export async function confirmFollow(settings: PublicSettings, token: string): Promise<Confirmation> {
  const { data, error } = await functionsOf(settings).invoke('confirm-contact-subscription', { body: { token } })
  if (!error) {
    return {
      state: 'success',
      message: data?.calendars
        ? followedTogether(data.calendars)
        : data?.status === 'confirmed' && data.calendar
          ? confirmationTexts.subscribed(data.calendar.name)
          : confirmationTexts.alreadySubscribed,
      calendarId: data?.calendar?.id ?? null,
      sms: data?.sms ?? 'none',
    }
  }
  const { code, message } = await functionFailure(error)
  if (code === 'confirmation_expired') return { state: 'expired', message: confirmationTexts.expired }
  if (code === 'trial_contact_limit') return { state: 'waiting', message: confirmationTexts.full }
  return { state: 'error', message: message ?? confirmPageTexts.failed }
}

/** Calendars of a town page; some may have no place. */
function followedTogether(calendars: { name: string; status: string }[]): string {
  const names = (...states: string[]) =>
    calendars
      .filter(({ status }) => states.includes(status))
      .map(({ name }) => name)
      .join(', ')
  const waiting = names('full')
  const followed = confirmationTexts.subscribed(names('confirmed', 'already'))
  return waiting ? `${followed}. ${confirmationTexts.waitingFor(waiting)}` : followed
}

export type OptOutAnswer =
  | { state: 'success' | 'already'; message: string; outcome: OptOutOutcome }
  | { state: 'error'; message: string }

interface OptOut extends OptOutForm {
  /** The token of a mail's link. */
  t: string | null
  channels?: OptOutChannel[]
  reason?: OptOutReason
}

export async function optOut(settings: PublicSettings, optOut: OptOut): Promise<OptOutAnswer> {
  const { calendarId, t, ...rest } = optOut
  const body = { ...rest, calendar_id: calendarId, ...(t ? { t } : {}) }
  const { data, error } = await functionsOf(settings).invoke('opt-out', { body })
  if (error) {
    const { status, message } = await functionFailure(error)
    // The server's message is for the person, for example about a rate limit, unless the failure is ours.
    return { state: 'error', message: status !== null && status < 500 && message ? message : optOutPageTexts.failed }
  }
  const state = data?.status === 'already' ? 'already' : 'success'
  const { email = 'stopped', sms = null, phone = null, push = null } = data ?? {}
  return { state, message: optOutTexts[state], outcome: { email, sms, phone, push } }
}

/** Has a link sent to an address or number. Returns the problem if there is one. */
export async function sendOptOutLink(settings: PublicSettings, address: string): Promise<string | null> {
  const body = { address, language: siteLanguage }
  const { error } = await functionsOf(settings).invoke('send-opt-out-link', { body })
  if (!error) return null
  const { status, message } = await functionFailure(error)
  return status !== null && status < 500 && message ? message : optOutPageTexts.failed
}

/** Asks for less with a mail's link. Returns the problem if there is one. */
export async function receiveLess(
  settings: PublicSettings,
  request: { token: string; choice: LessChoice },
): Promise<string | null> {
  const { error } = await functionsOf(settings).invoke('receive-less', { body: request })
  if (!error) return null
  const { status, message } = await functionFailure(error)
  return status !== null && status < 500 && message ? message : optOutPageTexts.failed
}

export async function undoOptOut(settings: PublicSettings, token: string): Promise<{ done: boolean; message: string }> {
  const { error } = await functionsOf(settings).invoke('undo-opt-out', { body: { token } })
  if (!error) return { done: true, message: optOutTexts.undone }
  const { message } = await functionFailure(error)
  return { done: false, message: message ?? optOutPageTexts.failed }
}

function functionsOf({ publishableKey }: PublicSettings) {
  return createFunctions({ url: location.origin, key: publishableKey })
}
