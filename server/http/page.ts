import { createHash } from 'node:crypto'
import { type Encoding, encode, encodingFor, isCompressible } from './encoding.ts'

// A page or feed as it is kept and sent: its bytes, each encoding made once when first asked for.

export interface Page {
  status: number
  headers: Readonly<Record<string, string>>
  etag: string
  /** Of a 304: what its reader has is still good, with the headers it came with. */
  confirming: Readonly<Record<string, string>>
  bytes: Uint8Array
  encoded: Map<Encoding, Promise<Uint8Array>>
}

export function makePage(body: string | Uint8Array, status: number, headers: Record<string, string>): Page {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
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
    return new Response(null, { status: 304, headers: page.confirming })
  }
  const encoding = isCompressible(page.headers['content-type'])
    ? encodingFor(request.headers.get('accept-encoding'))
    : 'identity'
  const body = encoding === 'identity' ? page.bytes : await bytesIn(page, encoding)
  const headers: Record<string, string> = { ...page.headers, 'content-length': String(body.byteLength) }
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  return new Response(request.method === 'HEAD' ? null : (body as BodyInit), { status: page.status, headers })
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
