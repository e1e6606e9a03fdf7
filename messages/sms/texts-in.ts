import type { Language } from '#domain/languages.ts'
import { textTexts as es } from './texts.es.ts'
import { textTexts as en, type TextTexts } from './texts.ts'

export const textsIn: Record<Language, TextTexts> = { en, es }
