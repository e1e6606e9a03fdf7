import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** What the reader takes, our favourite first. `q=0` is a no. */
export function encodingFor(accept: string | null): Encoding {
  const taken = new Map(
    (accept ?? '').split(',').map((part) => {
      const [name = '', ...rest] = part.trim().toLowerCase().split(';')
      const quality = rest.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean)
      return [name.trim(), quality === undefined ? 1 : Number(quality)] as const
    }),
  )
  const takes = (name: string) => (taken.get(name) ?? taken.get('*') ?? 0) > 0
  if (takes('br')) return 'br'
  if (takes('gzip')) return 'gzip'
  return 'identity'
}

/** Off the main thread. Quality 5 is where brotli already beats gzip and still takes about a millisecond a page. */
export async function encode(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'br') {
    return brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    })
  }
  if (encoding === 'gzip') return zip(body, { level: 6 })
  return body
}

/** Text shrinks; pictures have shrunk already. */
export function isCompressible(contentType: string | null): boolean {
  return /^(text\/|application\/(json|javascript|manifest\+json|xml|ld\+json)|image\/svg\+xml)/.test(contentType ?? '')
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
