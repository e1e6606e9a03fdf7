import type { AlertSpan } from '#domain/alerts.ts'

/** A text to start an alert from. */
export interface AlertTemplate {
  name: string
  headline: string
  message: string
}

/** How long the templates are valid, in their order. The others end today. */
export const templateSpans: readonly AlertSpan[] = ['tomorrow']
