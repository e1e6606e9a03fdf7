import type * as z from 'zod'
import { siteLanguage } from '#domain/site-language.ts'
import type { LinkedSlots, linkedSlotForm, slotRequestForm } from '#domain/slot-forms.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { createFunctions } from '#web/api/public-functions.ts'
import type { PublicSettings } from '#web/api/settings.ts'
import { type Proof, withProof } from '#web/features/captcha/use-proof.ts'

interface SlotRequest {
  calendarId: string
  eventId: string
  form: z.infer<typeof slotRequestForm>
  /** The honeypot: people do not see this field. */
  website: string
  proof: Proof
}

/** Requests the mail with the link. Returns the problem if there is one. */
export async function requestSlots(settings: PublicSettings, request: SlotRequest): Promise<string | null> {
  const { calendarId, eventId, form, website, proof } = request
  const body = {
    ...form,
    calendar_id: calendarId,
    event_id: eventId,
    language: siteLanguage,
    ...(website ? { website } : {}),
  }
  const { failure } = await withProof(proof, (token) =>
    functionsOf(settings).invoke('request-slots', { body: { ...body, proof: token } }),
  )
  return failure && problemOf(failure)
}

/** What became of a sign-up; neither found nor a problem: everything was given back. */
export type LinkAnswer = { found: LinkedSlots | null; problem: string | null }

export async function readSlots(settings: PublicSettings, token: string): Promise<LinkAnswer> {
  return linked(settings, 'get-slots', { token })
}

export async function saveSlots(
  settings: PublicSettings,
  token: string,
  form: z.infer<typeof linkedSlotForm>,
): Promise<LinkAnswer> {
  return linked(settings, 'take-slots', { token, ...form })
}

/** Returns the problem if there is one. */
export async function giveBackSlots(settings: PublicSettings, token: string): Promise<string | null> {
  return (await linked(settings, 'take-slots', { token, remove: true })).problem
}

async function linked(settings: PublicSettings, name: string, body: Record<string, unknown>): Promise<LinkAnswer> {
  const { data, error } = await functionsOf(settings).invoke<LinkedSlots | { status: 'removed' }>(name, { body })
  if (error || !data) return { found: null, problem: problemOf(await functionFailure(error)) }
  return { found: 'slots' in data ? data : null, problem: null }
}

const problems: Record<string, string> = {
  TB070: slotTexts.closed,
  TB071: slotTexts.notSoMany,
  TB073: slotTexts.changed,
  TB074: slotTexts.tooMany,
  invalid_signature: slotTexts.invalidLink,
  link_expired: slotTexts.expiredLink,
}

/** The server's message is for the person, for example about a rate limit, unless the failure is ours. */
function problemOf(failure: { code: string | null; status: number | null; message: string | null }): string {
  const { code, status, message } = failure
  return problems[code ?? ''] ?? (status !== null && status < 500 && message ? message : slotTexts.failed)
}

function functionsOf({ publishableKey }: PublicSettings) {
  return createFunctions({ url: location.origin, key: publishableKey })
}
