import { CALENDAR_SERIES_MAX } from '#domain/limits.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { eventProblemTexts, previewProblemTexts, previewTexts } from '#domain/texts/events.ts'
import { confirmationTexts, followTexts } from '#domain/texts/follow.ts'
import { tooManyTries } from '#domain/texts/limits.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { pollTexts } from '#domain/texts/polls.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import type { Refusal } from './server-messages.ts'

export type { Refusal } from './server-messages.ts'

export function detailsFor(_refusal: { details: string | null }): undefined {
  return undefined
}

/** The server's sentences are English: its code says which of ours is meant. Null: the page says what it says in general. */
export function messageFor({ code, status, retryAfter }: Refusal): string | null {
  if (status === 429) return retryAfter ? tooManyTries(Number(retryAfter)) : 'Demasiados intentos. Espere un momento.'
  return words[code ?? ''] ?? null
}

const words: Record<string, string> = {
  signup_disabled: 'Con esta dirección no puede registrarse aquí.',
  TB001: 'Con una cuenta de prueba solo se puede tener 1 calendario.',
  TB003: 'Un calendario necesita al menos un administrador.',
  TB004: 'El propietario no puede salir y siempre administra el calendario. Transfiera primero el calendario.',
  TB005: 'La fecha ya pasó: un evento debe ser de hoy o de un día posterior.',
  TB008: 'Esta persona canceló su suscripción. Solo ella puede volver a suscribirse.',
  TB009: 'Elija un estado y una de sus ciudades.',
  TB010: eventProblemTexts.fixedDay.body,
  TB011: 'Esta invitación ya no funciona.',
  TB012: 'El calendario solo puede pasar a un miembro al que se le ofreció.',
  TB014: 'Esta invitación es para otra dirección de correo. Inicie sesión con la dirección a la que se envió.',
  TB015: 'Ningún destinatario de este calendario tiene esa etiqueta.',
  TB020: 'El evento no se puede repetir así.',
  TB021: `Un calendario puede tener como máximo ${CALENDAR_SERIES_MAX} eventos que se repiten.`,
  TB022: 'Esta alerta no se puede enviar: ya pasó, está cancelada o ya se envió a todos.',
  TB023: 'Ya se envió.',
  TB024: 'Guarde primero el enlace al calendario externo en la configuración.',
  TB025: 'El calendario externo cambió mientras tanto. Revíselo otra vez.',
  TB026: 'Ya no queda espacio para más imágenes.',
  TB027: 'El calendario ya no admite más eventos.',
  TB028: 'Esta importación ya se deshizo.',
  TB042: 'Demasiadas alertas en un día. Escríbanos.',
  TB043: 'La alerta va a más de 500 personas. Confirme el número.',
  TB040: 'El envío de este calendario está en pausa. Escríbanos.',
  TB050: rsvpTexts.closed,
  TB051: rsvpTexts.noPlaces,
  TB052: rsvpTexts.tooMany,
  TB053: 'No hay nadie a quien escribir.',
  TB078: 'No hay ningún calendario público con este número.',
  TB079: 'Ya no caben más: 5 páginas del pueblo, con 50 calendarios cada una.',
  TB080: 'Su propietario no quiere que este calendario esté en esta página.',
  TB089: 'No hay ningún otro calendario público con este número.',
  TB090: 'No se puede: este calendario ya lo organiza, lo rechazó o ya no está invitado.',
  TB091: 'Ya no caben más: 10 calendarios por evento y 50 invitaciones por calendario.',
  TB070: slotTexts.closed,
  TB071: slotTexts.notSoMany,
  TB072: slotTexts.isTaken,
  TB073: slotTexts.changed,
  TB074: slotTexts.tooMany,
  TB075: suggestionTexts.decided,
  TB092: pollTexts.closed,
  TB093: pollTexts.tooMany,
  TB094: pollTexts.tooManyPolls,
  TB095: pollTexts.pastTime,
  TB096: pollTexts.isEvent,
  suggestions_closed: suggestionTexts.closed,
  too_many_suggestions: suggestionTexts.tooMany,
  suggested_event_gone: suggestionTexts.eventGone,
  TB041: 'La cuenta del propietario está suspendida. Escríbanos.',
  already_subscribed: followTexts.alreadySubscribed.body,
  calendar_access_denied: 'No tiene acceso a este calendario.',
  calendar_not_found: publicCalendarTexts.notFoundOrDisabled.body,
  captcha_failed: accountTexts.captchaFailed.body,
  confirmation_expired: confirmationTexts.expired,
  confirmation_not_found: confirmationTexts.notFound,
  email_not_confirmed: accountTexts.confirmEmailBanner.title,
  forbidden: 'No tiene permiso para hacer esto.',
  guests_not_allowed: 'Este calendario no acepta seguidores.',
  invalid_credentials: 'El correo o la contraseña no son correctos.',
  insufficient_aal: accountTexts.codeNeededAgain,
  invalid_signature: preferenceTexts.invalidLink,
  link_expired: preferenceTexts.expiredLink,
  member_not_found: 'Un calendario solo se puede transferir a otro de sus miembros.',
  message_not_sent: 'El mensaje no se pudo enviar. Inténtelo de nuevo.',
  mfa_challenge_expired: 'Pasó demasiado tiempo. Inténtelo de nuevo.',
  mfa_recovery_codes_locked: 'Demasiados códigos incorrectos. Espere antes de probar otro.',
  mfa_verification_failed: 'El código no es correcto o ya se usó.',
  no_authorization: 'Inicie sesión primero.',
  not_found: optOutTexts.undoNotFound,
  other_browser: accountTexts.otherBrowser,
  otp_expired: 'El código o el enlace del correo no es correcto, venció o ya se usó.',
  phone_not_supported: 'No podemos enviar mensajes de texto a este número.',
  reauthentication_needed: accountTexts.passwordNeeded,
  reauthentication_not_valid: accountTexts.mailedCodeWrong,
  recipient_suppressed: preferenceTexts.suppressed,
  same_password: 'La nueva contraseña debe ser distinta de la anterior.',
  sending_paused: 'El envío de este calendario está en pausa.',
  session_not_found: accountTexts.noSession.body,
  sms_consent_required: followTexts.consentRequired.body,
  template_failed: previewTexts.failed.body,
  template_not_configured: previewProblemTexts.templateNotConfigured.body,
  template_not_found: 'No se encontró la plantilla de correo de este calendario.',
  too_fast: 'Fue demasiado rápido para nosotros. Inténtelo de nuevo.',
  too_many_enrolled_mfa_factors: 'El inicio de sesión en dos pasos ya está activado. Desactívelo primero.',
  transfer_refused: 'El calendario no se puede transferir a esta persona.',
  trial_contact_limit: confirmationTexts.full,
  unavailable: 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
  webauthn_challenge_expired: accountTexts.passkeyExpired,
  webauthn_credential_exists: accountTexts.passkeyExists,
  webauthn_verification_failed: accountTexts.passkeyRefused,
  weak_password: accountTexts.passwordCommon,
}
