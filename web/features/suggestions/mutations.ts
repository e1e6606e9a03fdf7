import type * as z from 'zod'
import { addDays, type Day, instantAt } from '#domain/dates.ts'
import { siteLanguage } from '#domain/site-language.ts'
import type { LinkedSuggestion, linkedSuggestionForm, suggestionForm } from '#domain/suggestions.ts'
import { eventProblemTexts } from '#domain/texts/events.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { createFunctions } from '#web/api/public-functions.ts'
import type { PublicSettings } from '#web/api/settings.ts'
import { type Proof, withProof } from '#web/features/captcha/use-proof.ts'

interface SuggestionRequest {
  calendarId: string
  form: z.infer<typeof suggestionForm>
  /** The honeypot: people do not see this field. */
  website: string
  proof: Proof
}

/** Requests the mail with the link. Returns the problem if there is one. */
export async function requestSuggestion(settings: PublicSettings, request: SuggestionRequest): Promise<string | null> {
  const { calendarId, form, website, proof } = request
  const body = { ...form, calendar_id: calendarId, language: siteLanguage, ...(website ? { website } : {}) }
  const { failure } = await withProof(proof, (token) =>
    functionsOf(settings).invoke('request-suggestion', { body: { ...body, proof: token } }),
  )
  return failure && problemOf(failure)
}

export type LinkAnswer = { found: LinkedSuggestion; problem: null } | { found: null; problem: string }

export async function readSuggestion(settings: PublicSettings, token: string): Promise<LinkAnswer> {
  return linked(settings, 'get-suggestion', { token })
}

export async function saveSuggestion(
  settings: PublicSettings,
  token: string,
  form: z.infer<typeof linkedSuggestionForm>,
): Promise<LinkAnswer> {
  return linked(settings, 'answer-suggestion', { token, ...form })
}

/** Returns the problem if there is one. */
export async function removeSuggestion(settings: PublicSettings, token: string): Promise<string | null> {
  const { error } = await functionsOf(settings).invoke('answer-suggestion', { body: { token, remove: true } })
  return error ? problemOf(await functionFailure(error)) : null
}

export interface EventOfDay {
  id: string
  title: string
}

/** Reads what is on that day, as every visitor can; nothing if that fails. */
export async function readDay(
  { publishableKey }: PublicSettings,
  { id, time_zone: zone }: { id: string; time_zone: string },
  day: Day,
  signal: AbortSignal,
): Promise<EventOfDay[]> {
  const from = instantAt(day, '00:00', zone).toISOString()
  const to = instantAt(addDays(day, 1), '00:00', zone).toISOString()
  const query = new URLSearchParams({ select: 'id,title', calendar_id: `eq.${id}`, order: 'start_time', limit: '100' })
  query.append('start_time', `gte.${from}`)
  query.append('start_time', `lt.${to}`)
  const answer = await fetch(`/rest/v1/events?${query}`, { headers: { apikey: publishableKey }, signal }).catch(
    () => null,
  )
  return answer?.ok ? answer.json() : []
}

async function linked(settings: PublicSettings, name: string, body: Record<string, unknown>): Promise<LinkAnswer> {
  const { data, error } = await functionsOf(settings).invoke<LinkedSuggestion>(name, { body })
  if (error || !data) return { found: null, problem: problemOf(await functionFailure(error)) }
  return { found: data, problem: null }
}

const problems: Record<string, string> = {
  TB005: eventProblemTexts.pastDay.body,
  suggestions_closed: suggestionTexts.closed,
  too_many_suggestions: suggestionTexts.tooMany,
  suggested_event_gone: suggestionTexts.eventGone,
  invalid_signature: suggestionTexts.invalidLink,
  link_expired: suggestionTexts.expiredLink,
}

/** The server's message is for the person, for example about a rate limit, unless the failure is ours. */
function problemOf(failure: { code: string | null; status: number | null; message: string | null }): string {
  const { code, status, message } = failure
  return problems[code ?? ''] ?? (status !== null && status < 500 && message ? message : suggestionTexts.failed)
}

function functionsOf({ publishableKey }: PublicSettings) {
  return createFunctions({ url: location.origin, key: publishableKey })
}
