import type { PlainState } from '#domain/plain-follow.ts'
import { followTexts } from '#domain/texts/follow.ts'

export const followPageTexts = {
  description: (calendar: string) => `Reciba un correo la mañana de cada evento de ${calendar}.`,
  back: (calendar: string) => `Volver a ${calendar}`,
  states: {
    sent: followTexts.sent,
    pending: followTexts.pending,
    already_subscribed: followTexts.alreadySubscribed,
    full: followTexts.full,
    waiting: followTexts.waiting,
    invalid: followTexts.invalidEmail,
    limited: { title: 'Inténtelo mañana', body: 'Sin JavaScript solo unas pocas personas al día pueden seguirlo.' },
    failed: followTexts.failed,
  } satisfies Record<PlainState, { title: string; body: string }>,
} as const
