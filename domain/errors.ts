/** Every error we throw on purpose: a code to branch on, a status to answer with, a sentence to show. */
export class AppError extends Error {
  readonly code: AppErrorCode
  readonly status: number
  readonly details: unknown
  readonly hint: string | undefined
  /** Seconds the caller should wait before trying again. */
  readonly retryAfter: number | undefined

  constructor(code: AppErrorCode, status: number, message: string, more: AppErrorDetails = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.details = more.details
    this.hint = more.hint
    this.retryAfter = more.retryAfter
  }
}

export interface AppErrorDetails {
  details?: unknown
  hint?: string | undefined
  retryAfter?: number | undefined
  cause?: unknown
}

export type ErrorCode = keyof typeof errorCodes

/** Ours, PostgREST's (listed in server/rest), or a SQLSTATE passed through as the database gave it. */
export type AppErrorCode = ErrorCode | `PGRST${string}` | SqlState

export type SqlState = string & { readonly sqlState: true }

/** Branded, so that a mistyped code of ours cannot pass for a SQLSTATE. */
export function sqlState(code: string): SqlState {
  return code as SqlState
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError
}

/** Our codes and what each means. Where Supabase Auth has a name for the case, it is the same name. */
export const errorCodes = {
  // Any surface
  validation_failed: 'Something in the request is missing or not in the expected form.',
  bad_json: 'The body is not valid JSON.',
  not_found: 'There is nothing here, or nothing you may see.',
  method_not_allowed: 'This address does not answer that method.',
  unsupported_media_type: 'The body has a content type this address does not read.',
  payload_too_large: 'The body is larger than this address accepts.',
  forbidden: 'You are known, and you may not do this.',
  origin_not_allowed: 'The request comes from a site that may not make it.',
  over_request_rate_limit: 'Too many requests; wait before trying again.',
  unavailable: 'A part the request needs is not reachable now.',
  not_configured: 'This feature is not set up on this server.',
  unexpected_failure: 'Something failed that should not have; the log has it under the request id.',

  // Who is asking
  no_api_key: 'The request carries no API key, or not the right one.',
  no_authorization: 'The request needs a bearer token and has none.',
  bad_jwt: 'The bearer token is malformed or forged.',
  jwt_expired: 'The bearer token was good and has expired; refresh it.',
  session_not_found: 'The session behind the token has ended.',

  insufficient_aal: 'The action needs the second step of signing in, or a recent code of it.',

  // Accounts
  invalid_credentials: 'The email address and password do not belong together.',
  email_not_confirmed: 'The action needs a confirmed email address.',
  weak_password: 'The password does not meet the rules, or is one that attackers try first.',
  reauthentication_needed: 'The action needs the password once more.',
  same_password: 'The new password is the old one.',
  captcha_failed: 'The captcha was missing, wrong, used before or could not be checked.',
  proof_required: 'The work that a browser does before it may follow is missing, wrong, used before or not enough now.',
  too_fast: 'The form was sent sooner than a person could have filled it in.',
  refresh_token_not_found: 'The refresh token is unknown or its session has ended.',
  refresh_token_already_used: 'The refresh token was used before; its session has been ended.',
  otp_expired: 'The link in the mail has expired or was used before.',
  too_many_enrolled_mfa_factors: 'The account has a second factor already; turn it off first.',
  mfa_factor_not_found: 'The account has no such second factor.',
  mfa_challenge_expired: 'The challenge is not of this factor and session, or is too old; ask for another.',
  mfa_verification_failed: 'The code is wrong or was used before.',
  mfa_recovery_codes_locked: 'Too many wrong codes; wait before trying another.',
  mfa_recovery_codes_sole_factor: 'Recovery codes need a second factor that they can stand in for.',
  mfa_verified_factor_exists: 'There are recovery codes already; regenerate them instead.',
  over_email_send_rate_limit: 'Too many mails to this address; wait before asking for another.',

  // Calendars and members
  calendars_undecided: 'Each calendar that the account owns must be handed to a member or deleted with it.',
  member_not_found: 'The person is not another member of the calendar.',
  calendar_not_found: 'The calendar does not exist or has been disabled.',
  calendar_access_denied: 'You are not a member of this calendar.',
  trial_contact_limit: 'A calendar of a trial account holds ten contacts at most.',

  // Events and mail
  template_not_configured: 'The calendar has no email template.',
  template_not_found: 'The template service does not know the calendar’s template.',
  template_failed: 'The template could not be rendered.',
  sending_paused: 'Sending for this calendar is paused.',

  // Contacts, followers, opt-outs
  guests_not_allowed: 'The calendar does not take followers.',
  already_subscribed: 'The address already follows the calendar.',
  confirmation_not_found: 'The confirmation link is unknown or was used before.',
  confirmation_expired: 'The confirmation link is too old.',
  sms_consent_required: 'Text messages need the person’s consent.',
  phone_not_supported: 'Text messages cannot be sent to this number.',
  recipient_suppressed: 'The address opted out or bounced; only its owner can lift that.',
  link_expired: 'The signed link is genuine and too old; a newer message has a newer one.',
  invalid_signature: 'The signature of the link or callback does not match.',
  message_not_sent: 'The message could not be handed to the carrier.',
} as const
