// The official client's calls that add a second factor or a passkey have no room for a proof: signing in in this session just now counts as well.
import { FRESH_SIGN_IN_MS } from '#domain/limits.ts'
import { type Proof, requireProof } from '#server/http/proof.ts'
import type { AuthContext } from './context.ts'
import { proving, type SessionRow } from './sessions.ts'

export async function requireRecentProof(context: AuthContext, session: SessionRow, proof: Proof): Promise<void> {
  const age = context.clock.now().getTime() - session.session_created_at.getTime()
  const { signed_in_by: by } = session
  const isProof = by === 'passkey' || by === (session.has_password ? 'password' : 'magiclink')
  const isGiven = Object.values(proof).some((value) => value !== undefined && value !== null)
  if (isGiven || !isProof || age > FRESH_SIGN_IN_MS) await requireProof(context, proving(session), proof)
}
