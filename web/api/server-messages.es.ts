import { accountTexts } from '#domain/texts/accounts.ts'
import { confirmationTexts, followTexts } from '#domain/texts/follow.ts'
import { tooManyTries } from '#domain/texts/limits.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import type { Refusal } from './server-messages.ts'

export type { Refusal } from './server-messages.ts'

/** The server's sentences are English: its code says which of ours is meant. Null: the page says what it says in general. */
export function messageFor({ code, status, retryAfter }: Refusal): string | null {
  if (status === 429) return retryAfter ? tooManyTries(Number(retryAfter)) : 'Demasiados intentos. Espere un momento.'
  return words[code ?? ''] ?? null
}

const words: Record<string, string> = {
  already_subscribed: followTexts.alreadySubscribed.body,
  calendar_not_found: publicCalendarTexts.notFoundOrDisabled.body,
  captcha_failed: accountTexts.captchaFailed.body,
  confirmation_expired: confirmationTexts.expired,
  confirmation_not_found: confirmationTexts.notFound,
  email_not_confirmed: accountTexts.confirmEmailBanner.title,
  guests_not_allowed: 'Este calendario no acepta seguidores.',
  invalid_credentials: 'El correo o la contraseña no son correctos.',
  invalid_signature: preferenceTexts.invalidLink,
  link_expired: preferenceTexts.expiredLink,
  message_not_sent: 'El mensaje no se pudo enviar. Inténtelo de nuevo.',
  mfa_challenge_expired: 'Pasó demasiado tiempo. Inténtelo de nuevo.',
  mfa_recovery_codes_locked: 'Demasiados códigos incorrectos. Espere antes de probar otro.',
  mfa_verification_failed: 'El código no es correcto o ya se usó.',
  not_found: optOutTexts.undoNotFound,
  otp_expired: 'El enlace del correo venció o ya se usó.',
  phone_not_supported: 'No podemos enviar mensajes de texto a este número.',
  recipient_suppressed: preferenceTexts.suppressed,
  same_password: 'La nueva contraseña debe ser distinta de la anterior.',
  session_not_found: accountTexts.noSession.body,
  sms_consent_required: followTexts.consentRequired.body,
  too_fast: 'Fue demasiado rápido para nosotros. Inténtelo de nuevo.',
  unavailable: 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
  weak_password: accountTexts.passwordCommon,
}
