// Every write that changes an account, who may use it, or who owns a calendar, with what it asks for beside a session. A copied access token
// is a session, so what it could do for good asks for more. A test holds this table against the routes and the functions of the database: a
// new write that is in neither list fails it.

/**
 * password: the account's, in the request; of an account without one, a code that this session had mailed (nonce). A passkey, too. fresh code: of the second step, given within ten minutes. link: of a mail to the account's address.
 * session: nothing more. nothing: not even a session.
 */
export type Asked = 'password' | 'fresh code' | 'link' | 'session' | 'nothing'
type Write = { asks: Asked; why: string }

const password = (why: string): Write => ({ asks: 'password', why })
const freshCode = (why: string): Write => ({ asks: 'fresh code', why })
const session = (why: string): Write => ({ asks: 'session', why })
const nothing = (why: string): Write => ({ asks: 'nothing', why })

export const accountWrites: Record<string, Write> = {
  'POST /auth/v1/signup': nothing('Nobody owns an account before its address is confirmed.'),
  'POST /auth/v1/token': nothing('It checks the password, a refresh token or a code itself.'),
  'POST /auth/v1/otp': nothing(
    "It only mails a code to the owner, or makes an account that is nobody's before the code is given.",
  ),
  'POST /auth/v1/recover': nothing('It only mails a link to the owner.'),
  'POST /auth/v1/resend': nothing('It only mails a link to the owner.'),
  'POST /auth/v1/verify': {
    asks: 'link',
    why: 'Confirming a sign-up and undoing a step also ask for the password of then; signing in, for the browser that asked.',
  },
  'POST /auth/v1/logout': session('The owner signs in again.'),
  'PUT /auth/v1/user': password(
    'For another password or address; a name asks nothing. A recovery link sets one password without.',
  ),
  'POST /auth/v1/factors': password('Or a sign-in with it within five minutes. It locks out whoever has not the app.'),
  'DELETE /auth/v1/factors/:id': freshCode('It takes a protection away.'),
  'POST /auth/v1/factors/:id/challenge': session('It changes nothing.'),
  'POST /auth/v1/factors/:id/verify': session('It checks the code itself; the factor was enrolled with the password.'),
  'POST /auth/v1/factors/recovery-codes': freshCode('The codes open the account beside the password.'),
  'DELETE /auth/v1/factors/recovery-codes': freshCode('It takes the way back without the phone away.'),
  'POST /auth/v1/factors/recovery-codes/regenerate': freshCode('As making them.'),
  'POST /auth/v1/factors/recovery-codes/verify': session('It checks the code itself.'),
  'POST /auth/v1/passkeys/authentication/options': nothing('It gives a challenge.'),
  'POST /auth/v1/passkeys/authentication/verify': nothing('It checks the passkey itself.'),
  'POST /auth/v1/passkeys/proof/options': session('It gives a challenge.'),
  'POST /auth/v1/passkeys/registration/options': password(
    'Or a sign-in within five minutes. It opens the account for good.',
  ),
  'POST /auth/v1/passkeys/registration/verify': session('It takes the challenge that was given for the proof.'),
  'PATCH /auth/v1/passkeys/:id': session('A name.'),
  'DELETE /auth/v1/passkeys/:id': password('Or a sign-in within five minutes. It takes a way in away.'),
  'DELETE /auth/v1/sessions/:id': session('The owner signs in again.'),
  'POST /auth/v1/access-tokens': password('It outlives the session.'),
  'DELETE /auth/v1/access-tokens/:id': session('The owner makes another.'),
  'POST /auth/v1/export': password('One file with everything.'),
  'POST /auth/v1/delete-account': password('It is for good.'),
  'POST /functions/v1/offer-ownership': password(
    'It gives a calendar away. Both are mailed, and the old owner can take it back for seven days.',
  ),
  'POST /functions/v1/invite-members': password(
    'For the role owner, which offers the calendar; others can be removed again.',
  ),
  'POST /rest/v1/rpc/accept_transfer': session('The caller gets a calendar that its owner offered with the password.'),
  'POST /rest/v1/rpc/decline_transfer': session('It can be offered again.'),
  'POST /rest/v1/rpc/take_calendar': session('The caller, an admin, gets a calendar that nobody owns.'),
  'POST /rest/v1/rpc/restore_calendar': session('It can be deleted again.'),
  'POST /rest/v1/rpc/soft_delete': session('It can be restored for 30 days.'),
  'POST /rest/v1/rpc/join_calendar': session('The code is the permission.'),
  'POST /rest/v1/rpc/renew_invite': session('It ends a link.'),
  'POST /rest/v1/rpc/renew_feed_link': session('It is listed on the account page and ends with a new password.'),
}
