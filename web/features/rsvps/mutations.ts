import type * as z from 'zod'
import type { LinkedRsvp, linkedRsvpForm, rsvpForm } from '#domain/rsvps.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { createFunctions } from '#web/api/public-functions.ts'
import type { PublicSettings } from '#web/api/settings.ts'
import { type Proof, withProof } from '#web/features/captcha/use-proof.ts'

interface RsvpRequest {
  calendarId: string
  eventId: string
  form: z.infer<typeof rsvpForm>
  /** The honeypot: people do not see this field. */
  website: string
  proof: Proof
}

/** Requests the mail with the link. Returns the problem if there is one. */
export async function requestRsvp(settings: PublicSettings, request: RsvpRequest): Promise<string | null> {
  const { calendarId, eventId, form, website, proof } = request
  const body = {
    ...form,
    calendar_id: calendarId,
    event_id: eventId,
    language: siteLanguage,
    ...(website ? { website } : {}),
  }
  const { failure } = await withProof(proof, (token) =>
    functionsOf(settings).invoke('request-rsvp', { body: { ...body, proof: token } }),
  )
  return failure && problemOf(failure)
}

export type LinkAnswer = { found: LinkedRsvp; problem: null } | { found: null; problem: string }

export async function readRsvp(settings: PublicSettings, token: string): Promise<LinkAnswer> {
  return linked(settings, 'get-rsvp', { token })
}

export async function saveRsvp(
  settings: PublicSettings,
  token: string,
  form: z.infer<typeof linkedRsvpForm>,
): Promise<LinkAnswer> {
  return linked(settings, 'answer-rsvp', { token, ...form, language: siteLanguage })
}

/** Returns the problem if there is one. */
export async function removeRsvp(settings: PublicSettings, token: string): Promise<string | null> {
  const { error } = await functionsOf(settings).invoke('answer-rsvp', { body: { token, remove: true } })
  return error ? problemOf(await functionFailure(error)) : null
}

async function linked(settings: PublicSettings, name: string, body: Record<string, unknown>): Promise<LinkAnswer> {
  const { data, error } = await functionsOf(settings).invoke<LinkedRsvp>(name, { body })
  if (error || !data) return { found: null, problem: problemOf(await functionFailure(error)) }
  return { found: data, problem: null }
}

const problems: Record<string, string> = {
  TB050: rsvpTexts.closed,
  TB051: rsvpTexts.noPlaces,
  TB052: rsvpTexts.tooMany,
  invalid_signature: rsvpTexts.invalidLink,
  link_expired: rsvpTexts.expiredLink,
}

/** The server's message is for the person, for example about a rate limit, unless the failure is ours. */
function problemOf(failure: { code: string | null; status: number | null; message: string | null }): string {
  const { code, status, message } = failure
  return problems[code ?? ''] ?? (status !== null && status < 500 && message ? message : rsvpTexts.failed)
}

function functionsOf({ publishableKey }: PublicSettings) {
  return createFunctions({ url: location.origin, key: publishableKey })
}
