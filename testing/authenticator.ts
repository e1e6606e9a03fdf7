// A device with passkeys, in software: signs what a browser would have it sign, or something hostile instead.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type Attack = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Whether the person showed that they hold the device, and that it is theirs. */
  present?: boolean
  verified?: boolean
  count?: number
  userHandle?: string
  crossOrigin?: boolean
  fmt?: string
  attStmt?: Map<string, unknown>
}
type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }

export function newPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const device = { origin, id: id.toString('base64url'), count: 0, userHandle: '', create, get }
  return device

  /** What navigator.credentials.create() gives. */
  function create(options: Options, attack: Attack = {}) {
    device.userHandle = options.user?.id ?? ''
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, id, cbor(key)])
    const authData = Buffer.concat([authenticatorData(attack.rpId ?? options.rp?.id ?? '', 0x40, attack), credential])
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', attack.fmt ?? 'none'],
        ['attStmt', attack.attStmt ?? new Map()],
        ['authData', authData],
      ]),
    )
    const clientDataJSON = clientData('webauthn.create', options, attack)
    return {
      ...named(),
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** What navigator.credentials.get() gives. */
  function get(options: Options, attack: Attack = {}, key: KeyObject = privateKey) {
    const authData = authenticatorData(attack.rpId ?? options.rpId ?? '', 0, attack)
    const clientDataJSON = clientData('webauthn.get', options, attack)
    const hash = createHash('sha256').update(clientDataJSON).digest()
    return {
      ...named(),
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, hash]), key).toString('base64url'),
        userHandle: attack.userHandle ?? device.userHandle,
      },
    }
  }

  function named() {
    return { id: device.id, rawId: device.id, type: 'public-key', clientExtensionResults: {} }
  }

  function clientData(type: string, { challenge }: Options, attack: Attack): Buffer {
    const { origin = device.origin, crossOrigin = false } = attack
    return Buffer.from(
      JSON.stringify({ type: attack.type ?? type, challenge: attack.challenge ?? challenge, origin, crossOrigin }),
    )
  }

  function authenticatorData(rpId: string, flags: number, { present = true, verified = true, count }: Attack): Buffer {
    const rest = Buffer.alloc(5)
    rest[0] = flags | (present ? 1 : 0) | (verified ? 4 : 0)
    rest.writeUInt32BE(count ?? device.count, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
  }
}

/** Enough of RFC 8949 for what an authenticator says. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, of]) => [cbor(key), cbor(of)])])
  throw new TypeError('not in this encoder')
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
