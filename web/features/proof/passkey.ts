// What a browser does with passkeys.

type Options = Record<string, unknown>
type AsJson = { toJSON: () => object }

/** Older browsers cannot read what the server sends; people sign in another way there. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

interface Asking {
  /** conditional: offered by the field's autofill, until somebody chooses one. */
  mediation?: CredentialMediationRequirement
  signal?: AbortSignal
}

/** Returns what a passkey has signed, or null when the person closed the browser's dialog. */
export async function askPasskey(options: Options, { mediation, signal }: Asking = {}): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  return answerOf(navigator.credentials.get({ publicKey, ...(mediation && { mediation }), ...(signal && { signal }) }))
}

/** Returns a new passkey, or null when the person closed the browser's dialog or the device has one already. */
export async function makePasskey(options: Options): Promise<object | null> {
  return answerOf(
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never) }),
  )
}

async function answerOf(asked: Promise<Credential | null>): Promise<object | null> {
  try {
    return ((await asked) as (Credential & AsJson) | null)?.toJSON() ?? null
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
