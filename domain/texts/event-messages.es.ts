import type { eventMessageTexts as English } from './event-messages.ts'

export const eventMessageTexts: typeof English = {
  message: 'Mensaje',
  required: 'Escriba un mensaje.',
}
