/** The error that we throw on purpose: a code to branch on, an HTTP status and a sentence to show. */
export class AppError extends Error {
  readonly code: AppErrorCode
  readonly status: number
  readonly details: unknown
  readonly hint: string | undefined
  /** Seconds to wait before the next try. */
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

/** Our codes, PostgREST's (listed in server/rest), or a SQLSTATE of the database. */
export type AppErrorCode = ErrorCode | `PGRST${string}` | SqlState

export type SqlState = string & { readonly sqlState: true }

/** Brands the code, so that a mistyped code of ours is not accepted as a SQLSTATE. */
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
  not_found: "Nothing exists here, or you don't have access to it.",
  method_not_allowed: "This address doesn't accept that method.",
  unsupported_media_type: "This address doesn't accept the body's content type.",
  request_too_long: 'The address and headers together are too long; ask for long lists in parts.',
  payload_too_large: 'The body is larger than this address accepts.',
  forbidden: "You're signed in but not allowed to do this.",
  origin_not_allowed: "The request comes from a site that isn't allowed to make it.",
  over_request_rate_limit: 'Too many requests; wait before trying again.',
  unavailable: 'A service the request needs is unreachable right now.',
  not_configured: 'This feature is not set up on this server.',
  not_offered: "Clients of this dialect know this feature, but Townbell doesn't have it.",
  unexpected_failure: 'Something failed unexpectedly; look for the request id in the log.',

  // Identity
  no_api_key: 'The API key is missing or wrong.',
  no_authorization: 'The request needs a bearer token.',
  bad_jwt: 'The bearer token is malformed or forged.',
  jwt_expired: 'The bearer token has expired; refresh it.',
  session_not_found: 'The session behind the token has ended.',

  insufficient_scope: "The access token doesn't cover this.",
  insufficient_aal: 'The action needs two-step sign-in to be completed, or a recent code.',

  // Operators
  operator_code_wrong: "The code for the operator's screen is wrong, was used or has expired.",
  last_operator: 'Somebody must stay operator; name another one first.',

  // Accounts
  invalid_credentials: "The email address and password don't match.",
  email_not_confirmed: 'The action needs a confirmed email address.',
  signup_disabled: 'Only some addresses can sign up on this server.',
  weak_password: "The password doesn't meet the rules, or is too common.",
  reauthentication_needed: 'The action needs the password again, or a code by mail where the account has none.',
  reauthentication_not_valid: 'The code that was mailed to confirm the action is wrong, too old or of another session.',
  same_password: 'The new password is the same as the old one.',
  captcha_failed: "The captcha was missing, wrong, already used or couldn't be checked.",
  proof_required: "The browser's proof of work is missing, wrong, already used or too weak.",
  too_fast: 'The form was sent faster than a person could have filled it in.',
  refresh_token_not_found: 'The refresh token is unknown or its session has ended.',
  refresh_token_already_used: 'The refresh token was already used; its session has been ended.',
  otp_expired: 'The link or code in the email is wrong, has expired or was already used.',
  other_browser: 'The link in the email only signs in the browser that asked for it.',
  bad_code_verifier: "The verifier doesn't match the challenge that was sent with the request for the email.",
  flow_state_not_found: 'The code that the link led back with is unknown, was used or has expired.',
  too_many_enrolled_mfa_factors: 'The account already has a second factor; turn it off first.',
  webauthn_challenge_expired: 'The challenge for the passkey has expired; request a new one.',
  webauthn_verification_failed: "The passkey is unknown, or didn't sign what it was asked to.",
  webauthn_credential_exists: 'The passkey was added before.',
  webauthn_credential_not_found: 'The account has no such passkey.',
  too_many_passkeys: 'The account has as many passkeys as it can have.',
  mfa_factor_not_found: 'The account has no such second factor.',
  mfa_challenge_expired: 'The challenge belongs to another factor or session, or has expired; request a new one.',
  mfa_verification_failed: 'The code is wrong or was already used.',
  mfa_recovery_codes_locked: 'Too many wrong codes; wait before trying another.',
  mfa_recovery_codes_sole_factor: 'Recovery codes need a second factor that they can replace.',
  mfa_verified_factor_exists: 'Recovery codes already exist; regenerate them instead.',
  over_email_send_rate_limit: 'Too many emails to this address; wait before requesting another.',

  // Calendars and members
  calendars_undecided: 'Each calendar the account owns must be transferred to a member or deleted with it.',
  member_not_found: 'The person is not another member of the calendar.',
  transfer_refused: "The calendar can't be handed on, or not to this person.",
  calendar_not_found: 'The calendar does not exist or has been disabled.',
  calendar_access_denied: 'You are not a member of this calendar.',
  trial_contact_limit: 'The calendar has reached the contact limit of a trial account.',

  // Events and mail
  event_changed: 'Somebody else saved the event since it was read; read it again.',
  suggestions_closed: 'The calendar takes no suggestions.',
  too_many_suggestions: 'As many suggestions wait for the calendar as it can have.',
  suggested_event_gone: 'The event that a suggestion would change is over or deleted.',
  template_not_configured: 'The calendar has no email template.',
  template_not_found: "The template service doesn't have the calendar's template.",
  template_failed: 'The template could not be rendered.',
  sending_paused: 'Sending for this calendar is paused.',

  // Contacts, followers, opt-outs
  guests_not_allowed: "The calendar doesn't accept followers.",
  already_subscribed: 'The address already follows the calendar.',
  confirmation_not_found: 'The confirmation link is unknown or was already used.',
  confirmation_expired: 'The confirmation link has expired.',
  sms_consent_required: 'Text messages need the person’s consent.',
  phone_not_supported: "Text messages can't be sent to this number.",
  recipient_suppressed: 'The address opted out or bounced; only its owner can change that.',
  link_expired: 'The signed link has expired; newer messages have a newer one.',
  invalid_signature: "The signature of the link or callback doesn't match.",
  message_not_sent: "The carrier didn't accept the message.",
} as const
