/**
 * The role in the token of a session that still waits for the code of a second step. It is no role of the database and opens
 * nothing but the endpoints that take the code (docs/decisions/two-step-sign-in.md).
 */
export const HALFWAY = 'halfway'
