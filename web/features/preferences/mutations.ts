import type { Choice, Preferences } from '#domain/recipient-choices.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { createFunctions } from '#web/api/public-functions.ts'
import type { PublicSettings } from '#web/api/settings.ts'
import { preferencesPageTexts } from './texts.ts'

export type Answer = { preferences: Preferences; problem: null } | { preferences: null; problem: string }

export function loadPreferences(settings: PublicSettings, token: string): Promise<Answer> {
  return invoke(settings, 'get-preferences', { token }, preferencesPageTexts.loadFailed)
}

/** Saves the choice for one calendar, or for all when `calendar_id` is null. */
export function saveChoice(
  settings: PublicSettings,
  request: { token: string; calendar_id: string | null; choice: Choice },
): Promise<Answer> {
  return invoke(settings, 'save-preferences', request, preferenceTexts.failed)
}

async function invoke(settings: PublicSettings, name: string, body: object, failed: string): Promise<Answer> {
  const functions = createFunctions({ url: location.origin, key: settings.publishableKey })
  const { data, error } = await functions.invoke(name, { body: body as Record<string, unknown> })
  if (!error) return { preferences: data as Preferences, problem: null }
  const { message, status } = await functionFailure(error)
  return { preferences: null, problem: status !== null && status < 500 && message ? message : failed }
}
