import type { Language } from '#domain/languages.ts'
import { mailTexts as es } from './texts.es.ts'
import { mailTexts as en, type MailTexts } from './texts.ts'

export const textsIn: Record<Language, MailTexts> = { en, es }
