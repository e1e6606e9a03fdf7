/**
 * The role in the token of a session whose second step is still to come. It is not a role of the database, and it opens
 * only the endpoints that take the code (docs/decisions/two-step-sign-in.md).
 */
export const MFA_PENDING = 'mfa_pending'
