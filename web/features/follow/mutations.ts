import type { OptOutForm } from '#domain/opt-out.ts'
import type { LessChoice, OptOutOutcome, OptOutReason } from '#domain/opt-out-choices.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { confirmationTexts } from '#domain/texts/follow.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { callAsGuest } from '#web/api/guest-call.ts'
import { createFunctions } from '#web/api/public-functions.ts'
import type { PublicSettings } from '#web/api/settings.ts'
import { confirmPageTexts, optOutPageTexts } from './texts.ts'

// Requests to confirm and opt out, and the messages for their results.

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
  reason?: OptOutReason
}

export async function optOut(settings: PublicSettings, optOut: OptOut): Promise<OptOutAnswer> {
  const { calendarId, t, ...rest } = optOut
  const body = { ...rest, calendar_id: calendarId, ...(t ? { t } : {}) }
  const { data, problem } = await callAsGuest<OptedOut>(settings, 'opt-out', body, optOutPageTexts)
  if (!data) return { state: 'error', message: problem }
  const state = data.status === 'already' ? 'already' : 'success'
  const { email = 'stopped', sms = null, phone = null, push = null } = data
  return { state, message: optOutTexts[state], outcome: { email, sms, phone, push } }
}

type OptedOut = Partial<OptOutOutcome> & { status: string }

/** Has a link sent to an address or number. Returns the problem if there is one. */
export async function sendOptOutLink(settings: PublicSettings, address: string): Promise<string | null> {
  const body = { address, language: siteLanguage }
  return (await callAsGuest(settings, 'send-opt-out-link', body, optOutPageTexts)).problem
}

/** Asks for less with a mail's link. Returns the problem if there is one. */
export async function receiveLess(
  settings: PublicSettings,
  request: { token: string; choice: LessChoice },
): Promise<string | null> {
  return (await callAsGuest(settings, 'receive-less', request, optOutPageTexts)).problem
}

export async function undoOptOut(settings: PublicSettings, token: string): Promise<{ done: boolean; message: string }> {
  const { problem } = await callAsGuest(settings, 'undo-opt-out', { token }, optOutPageTexts)
  return { done: !problem, message: problem ?? optOutTexts.undone }
}

function functionsOf({ publishableKey }: PublicSettings) {
  return createFunctions({ url: location.origin, key: publishableKey })
}
