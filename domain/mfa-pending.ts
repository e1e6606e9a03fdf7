/**
 * The role in the token of a session that still needs its second step. It is not a role of the database, and it gives access
 * only to the endpoints that take the code (docs/decisions/two-step-sign-in.md).
 */
export const MFA_PENDING = 'mfa_pending'
