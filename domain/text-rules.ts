import * as z from 'zod'
import { isBlank, isOneLine, isSeveralLines, lengthOf } from './characters.ts'
import { characterTexts } from './texts/characters.ts'

// The rule of a text that somebody types, with its messages.

interface TextRule {
  max: number
  /** The name of the field in messages. */
  label: string
  /** The message for a blank text. Without it the text is optional, and blank becomes null. */
  required?: string
  severalLines?: boolean | undefined
  check?: { accepts: (text: string) => boolean; error: string } | undefined
}

export function requiredText(rule: TextRule & { required: string }) {
  return trimmedText(rule).refine((text) => !isBlank(text), rule.required)
}

export function optionalText(rule: Omit<TextRule, 'required'>) {
  const { accepts = () => true, error } = rule.check ?? {}
  return trimmedText(rule)
    .nullish()
    .transform((text) => (text == null || isBlank(text) ? null : text))
    .refine((text) => text === null || accepts(text), error)
}

function trimmedText({ max, label, severalLines = false, required }: TextRule) {
  return z
    .string(required ?? characterTexts.notText(label))
    .trim()
    .refine((text) => lengthOf(text) <= max, characterTexts.tooLong(label, max))
    .refine(severalLines ? isSeveralLines : isOneLine, characterTexts.unusable(label))
}
