// The link to the preference page in a text: only where there is room for it, because every part of a text is paid for.
import { segmentsOf } from '#domain/text-segments.ts'

const STOP = ' Reply STOP to end'

export function withPreferences<Text extends { body: string; segments: number }>(text: Text, link: string): Text {
  const body = text.body.replace(new RegExp(`${STOP}$`), ` Choose: ${link}${STOP}`)
  return segmentsOf(body) <= text.segments ? { ...text, body } : text
}
