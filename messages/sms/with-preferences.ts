// Adds the link to the preferences page to a text, but only if it fits: every further segment costs money.
import type { Language } from '#domain/languages.ts'
import { segmentsOf } from '#domain/text-segments.ts'
import { textsIn } from './texts-in.ts'

export function withPreferences<Text extends { body: string; segments: number }>(
  text: Text,
  link: string,
  language: Language = 'en',
): Text {
  const { choose, stop } = textsIn[language]
  if (!text.body.endsWith(` ${stop}`)) return text
  const body = `${text.body.slice(0, -stop.length)}${choose}: ${link} ${stop}`
  return segmentsOf(body) <= text.segments ? { ...text, body } : text
}
