import type { Choice, Preferences } from '#domain/recipient-choices.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { callAsGuest } from '#web/api/guest-call.ts'
import type { PublicSettings } from '#web/api/settings.ts'
import { preferencesPageTexts } from './texts.ts'

export type Answer = { preferences: Preferences; problem: null } | { preferences: null; problem: string }

export function loadPreferences(settings: PublicSettings, token: string): Promise<Answer> {
  return call(settings, 'get-preferences', { token }, preferencesPageTexts.loadFailed)
}

/** Saves the choice for one calendar, or for all when `calendar_id` is null. */
export function saveChoice(
  settings: PublicSettings,
  request: { token: string; calendar_id: string | null; choice: Choice },
): Promise<Answer> {
  return call(settings, 'save-preferences', request, preferenceTexts.failed)
}

async function call(settings: PublicSettings, name: string, body: object, failed: string): Promise<Answer> {
  const { data, problem } = await callAsGuest<Preferences>(settings, name, body, { failed })
  return data ? { preferences: data, problem: null } : { preferences: null, problem }
}
