// Fetches a text from a URL that a stranger entered. The host name is resolved once, every address is checked, and the connection goes to
// the address that was checked; the same holds for every redirect. Size and time are limited.
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { seconds } from '#domain/durations.ts'
import type { FetchProblem } from '#domain/event-import/problems.ts'
import { IMPORT_BYTES_MAX } from '#domain/limits.ts'
import { publicCertificates } from '#runtime/carrier-network.ts'
import { type AddressRules, checkedAddress, isPublicAddress, isWebPort, pinnedTo, Refusal } from './addresses.ts'

export interface Validators {
  etag: string | null
  lastModified: string | null
}

export type Fetched =
  | { kind: 'text'; text: string; validators: Validators }
  /** Unchanged since the validators were received. */
  | { kind: 'same' }
  | { kind: 'failed'; problem: FetchProblem }

export type FetchText = (url: string, validators: Validators) => Promise<Fetched>

export interface FetchOptions extends Partial<AddressRules> {
  timeoutMs?: number
  bytesMax?: number
}

const REDIRECTS_MAX = 3

export function createFetchText(options: FetchOptions = {}): FetchText {
  const settings: Settings = {
    isAllowed: (address, port) => isPublicAddress(address) && isWebPort(port),
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    timeoutMs: seconds(20),
    bytesMax: IMPORT_BYTES_MAX,
    ...options,
  }
  return async (url, validators) => {
    const signal = AbortSignal.timeout(settings.timeoutMs)
    try {
      return await follow(url, validators, settings, signal)
    } catch (error) {
      if (error instanceof Refusal) return { kind: 'failed', problem: error.problem }
      return { kind: 'failed', problem: signal.aborted ? 'tooSlow' : 'unreachable' }
    }
  }
}

type Settings = Required<FetchOptions>

async function follow(url: string, validators: Validators, settings: Settings, signal: AbortSignal): Promise<Fetched> {
  let target = webUrl(url)
  for (let step = 0; step <= REDIRECTS_MAX; step += 1) {
    const address = await checkedAddress(target, settings, signal)
    const response = await request(target, address, validators, signal)
    try {
      const { statusCode: status = 0, headers } = response
      if (status === 304) return { kind: 'same' }
      if (status >= 300 && status < 400 && headers.location) {
        target = webUrl(headers.location, target)
        continue
      }
      if (status !== 200)
        throw new Refusal(
          status === 401 || status === 403
            ? 'notAllowed'
            : status === 404 || status === 410
              ? 'notFound'
              : 'unreachable',
        )
      const text = await readBody(response, settings.bytesMax, signal)
      const { etag = null, 'last-modified': lastModified = null } = headers
      const short = (header: string | null, max: number) => (header && header.length <= max ? header : null)
      return { kind: 'text', text, validators: { etag: short(etag, 500), lastModified: short(lastModified, 100) } }
    } finally {
      response.destroy()
    }
  }
  throw new Refusal('redirects')
}

/** webcal means HTTP; it is fetched over https. */
function webUrl(text: string, base?: URL): URL {
  const plain = text.replace(/^webcals?:/i, 'https:')
  if (!URL.canParse(plain, base)) throw new Refusal('badAddress')
  const url = new URL(plain, base)
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password) throw new Refusal('badAddress')
  return url
}

function request(url: URL, address: string, { etag, lastModified }: Validators, signal: AbortSignal) {
  const headers = {
    accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Townbell (external calendars)',
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
  const client = url.protocol === 'https:' ? https : http
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    client
      .request(url, { agent: false, lookup: pinnedTo(address), ...publicCertificates(), headers, signal }, resolve)
      .on('error', reject)
      .end()
  })
}

/** Limits the size before and after decompression: a small response can unpack to a very large one. */
async function readBody(response: http.IncomingMessage, max: number, signal: AbortSignal): Promise<string> {
  if (Number(response.headers['content-length'] ?? 0) > max) throw new Refusal('tooLarge')
  const chunks: Buffer[] = []
  let size = 0
  let packed = 0
  response.on('data', (chunk: Buffer) => {
    packed += chunk.length
    if (packed > max) response.destroy(new Refusal('tooLarge'))
  })
  const body = unpacked(response)
  for await (const chunk of body.iterator({ destroyOnReturn: true })) {
    signal.throwIfAborted()
    size += chunk.length
    if (size > max) throw new Refusal('tooLarge')
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function unpacked(response: http.IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return response
  const make = unpackers[encoding]
  if (!make) throw new Refusal('unreadable')
  const stream = make()
  response.on('error', (error) => stream.destroy(error))
  return response.pipe(stream)
}

const unpackers: Record<string, () => Readable & NodeJS.WritableStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
