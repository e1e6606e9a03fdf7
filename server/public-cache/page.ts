// A page, feed or file as it is cached and sent: its bytes, each encoding made once when first requested.
import { hash } from 'node:crypto'
import { type Encoding, encode, encodingFor, isCompressible } from './encoding.ts'

export interface Page {
  status: number
  headers: Readonly<Record<string, string>>
  etag: string
  notModifiedHeaders: Readonly<Record<string, string>>
  bytes: Uint8Array
  isCompressible: boolean
  encoded: Map<Encoding, Promise<Uint8Array>>
}

export function makePage(body: string | Uint8Array, status: number, headers: Record<string, string>): Page {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  const vary = headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding'
  const sent = { ...headers, vary, ...(status === 200 ? { etag } : {}) }
  return {
    status,
    headers: sent,
    etag,
    notModifiedHeaders: Object.fromEntries(Object.entries(sent).filter(([name]) => NOT_MODIFIED.has(name))),
    bytes,
    isCompressible: isCompressible(headers['content-type']),
    encoded: new Map(),
  }
}

/** Headers of a 304: the reader has the others, with the page. */
const NOT_MODIFIED = new Set([
  'access-control-allow-origin',
  'cache-control',
  'cross-origin-resource-policy',
  'etag',
  'last-modified',
  'vary',
])

type PageRequest = { method: string; headers: Pick<Headers, 'get'> }
export interface PageAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array | null
}

/** Answers a request with a page: whole, encoded, or as a 304. */
export async function answerPage(page: Page, { method, headers }: PageRequest): Promise<PageAnswer> {
  if (page.status === 200 && isUnchanged(page, headers)) {
    return { status: 304, headers: page.notModifiedHeaders, body: null }
  }
  const encoding = page.isCompressible ? encodingFor(headers.get('accept-encoding')) : 'identity'
  const body = encoding === 'identity' ? page.bytes : await bytesIn(page, encoding)
  const sent: Record<string, string> = { ...page.headers, 'content-length': String(body.byteLength) }
  if (encoding !== 'identity') sent['content-encoding'] = encoding
  return { status: page.status, headers: sent, body: method === 'HEAD' || body.byteLength === 0 ? null : body }
}

export async function pageResponse(page: Page, request: PageRequest): Promise<Response> {
  const { body, ...init } = await answerPage(page, request)
  return new Response(body as BodyInit | null, init)
}

function bytesIn(page: Page, encoding: Encoding): Promise<Uint8Array> {
  const before = page.encoded.get(encoding)
  if (before) return before
  const made = encode(page.bytes, encoding)
  page.encoded.set(encoding, made)
  return made
}

/** Compares the date only when the request has no tag: it is coarser. */
function isUnchanged(page: Page, headers: Pick<Headers, 'get'>): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return isSame(tags, page.etag)
  const [since, changed] = [headers.get('if-modified-since'), page.headers['last-modified']]
  return since !== null && changed !== undefined && Date.parse(since) >= Date.parse(changed)
}

function isSame(ifNoneMatch: string, etag: string): boolean {
  const weak = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || weak(tag) === weak(etag))
}
