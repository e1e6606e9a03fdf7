import { createHash } from 'node:crypto'
import { type Encoding, encode, encodingFor, isCompressible } from './encoding.ts'

// A page as it is kept and sent: its bytes, each encoding made once when first asked for.

export interface Page {
  status: number
  headers: Readonly<Record<string, string>>
  etag: string
  bytes: Uint8Array
  encoded: Map<Encoding, Promise<Uint8Array>>
}

export function makePage(body: string | Uint8Array, status: number, headers: Record<string, string>): Page {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { status, headers, etag, bytes, encoded: new Map() }
}

export async function answerPage(page: Page, request: Request): Promise<Response> {
  const headers = new Headers(page.headers)
  if (page.status === 200) headers.set('etag', page.etag)
  headers.append('vary', 'accept-encoding')
  if (page.status === 200 && isSame(request.headers.get('if-none-match'), page.etag)) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  const encoding = isCompressible(headers.get('content-type'))
    ? encodingFor(request.headers.get('accept-encoding'))
    : 'identity'
  const body = await bytesIn(page, encoding)
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.byteLength))
  return new Response(request.method === 'HEAD' ? null : (body as BodyInit), { status: page.status, headers })
}

function bytesIn(page: Page, encoding: Encoding): Promise<Uint8Array> {
  const kept = page.encoded.get(encoding)
  if (kept) return kept
  const made = encode(page.bytes, encoding)
  page.encoded.set(encoding, made)
  return made
}

function isSame(ifNoneMatch: string | null, etag: string): boolean {
  const weak = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || weak(tag) === weak(etag)) ?? false
}
