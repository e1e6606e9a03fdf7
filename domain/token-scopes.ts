// What an access token may do besides events and contacts: what a siren, a school's program or a registration desk needs. Each is off
// unless the person chooses it.
export const tokenScopes = ['send_alerts', 'read_mailings', 'read_answers', 'record_answers'] as const
export type TokenScopeName = (typeof tokenScopes)[number]
