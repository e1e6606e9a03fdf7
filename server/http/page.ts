import { hash } from 'node:crypto'
import { type Encoding, encode, encodingFor, isCompressible } from './encoding.ts'

// A page or feed as it is kept and sent: its bytes, each encoding made once when first asked for.

/** What a page that is kept was made from: those of a calendar end with its version. */
export interface Ground {
  calendar: { id: string; version: string } | null
  expires: number
}

export interface Page {
  status: number
  headers: Readonly<Record<string, string>>
  etag: string
  /** Of a 304: what its reader has is still good, with the headers it came with. */
  confirming: Readonly<Record<string, string>>
  bytes: Uint8Array
  encoded: Map<Encoding, Promise<Uint8Array>>
  /** While it is kept. */
  ground?: Ground
}

/** An answer as it was sent, and the ground on which it may be sent again. */
export interface Sent extends Ground {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array | null
}

const sent = new WeakMap<Response, Sent>()

/** Of answers with a page that is kept and public, as long as nobody changed them. */
export const sentOf = (answer: Response): Sent | undefined => sent.get(answer)

export function makePage(body: string | Uint8Array, status: number, headers: Record<string, string>): Page {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  const vary = headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding'
  const sent = { ...headers, vary, ...(status === 200 ? { etag } : {}) }
  const confirming = Object.fromEntries(Object.entries(sent).filter(([name]) => CONFIRMING.has(name)))
  return { status, headers: sent, etag, confirming, bytes, encoded: new Map() }
}

const CONFIRMING = new Set([
  'access-control-allow-origin',
  'cache-control',
  'cross-origin-resource-policy',
  'etag',
  'last-modified',
  'vary',
])

/** Headers stay a plain object: the server writes those, and bytes, without making a stream of them. */
export async function answerPage(page: Page, request: Request): Promise<Response> {
  if (page.status === 200 && isUnchanged(page, request.headers)) {
    return send(page, 304, page.confirming, null)
  }
  const encoding = isCompressible(page.headers['content-type'])
    ? encodingFor(request.headers.get('accept-encoding'), (encoding) => page.encoded.has(encoding))
    : 'identity'
  const body = encoding === 'identity' ? page.bytes : await bytesIn(page, encoding)
  const headers: Record<string, string> = { ...page.headers, 'content-length': String(body.byteLength) }
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  return send(page, page.status, headers, request.method === 'HEAD' ? null : body)
}

function send(
  { ground, headers: { 'cache-control': caching } }: Page,
  status: number,
  headers: Sent['headers'],
  body: Sent['body'],
) {
  const answer = new Response(body as BodyInit | null, { status, headers })
  if (ground && caching?.startsWith('public')) sent.set(answer, { ...ground, status, headers, body })
  return answer
}

function bytesIn(page: Page, encoding: Encoding): Promise<Uint8Array> {
  const kept = page.encoded.get(encoding)
  if (kept) return kept
  const made = encode(page.bytes, encoding)
  page.encoded.set(encoding, made)
  return made
}

/** The date is asked only when there is no tag: it is coarser. */
function isUnchanged(page: Page, asked: Headers): boolean {
  const tags = asked.get('if-none-match')
  if (tags !== null) return isSame(tags, page.etag)
  const [since, changed] = [asked.get('if-modified-since'), page.headers['last-modified']]
  return since !== null && changed !== undefined && Date.parse(since) >= Date.parse(changed)
}

function isSame(ifNoneMatch: string, etag: string): boolean {
  const weak = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || weak(tag) === weak(etag))
}
