// Fetches a text from an address that a stranger wrote down. Names are looked up once, every answer is checked, and the
// connection goes to the address that was checked; so does every step of a redirect. Bytes and time are bounded.
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { seconds } from '#domain/durations.ts'
import { IMPORT_BYTES_MAX } from '#domain/limits.ts'
import type { FetchProblem } from '#domain/texts/inbound-feeds.ts'
import { isPublicAddress } from './addresses.ts'

export interface Validators {
  etag: string | null
  lastModified: string | null
}

export type Fetched =
  | { kind: 'text'; text: string; validators: Validators }
  /** As it was when the validators were given. */
  | { kind: 'same' }
  | { kind: 'failed'; problem: FetchProblem }

export type FetchText = (url: string, validators: Validators) => Promise<Fetched>

export interface FetchOptions {
  /** What may be connected to. Tests, whose servers are on this machine, say otherwise; nothing else can. */
  isAllowed?: (address: string, port: number) => boolean
  resolve?: (host: string) => Promise<string[]>
  timeoutMs?: number
  bytesMax?: number
}

const REDIRECTS_MAX = 3

export function createFetchText(options: FetchOptions = {}): FetchText {
  const asking: Asking = {
    isAllowed: (address, port) => isPublicAddress(address) && isWebPort(port),
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    timeoutMs: seconds(20),
    bytesMax: IMPORT_BYTES_MAX,
    ...options,
  }
  return async (url, validators) => {
    const signal = AbortSignal.timeout(asking.timeoutMs)
    try {
      return await follow(url, validators, asking, signal)
    } catch (error) {
      if (error instanceof Refusal) return { kind: 'failed', problem: error.problem }
      return { kind: 'failed', problem: signal.aborted ? 'tooSlow' : 'unreachable' }
    }
  }
}

type Asking = Required<FetchOptions>

class Refusal extends Error {
  readonly problem: FetchProblem
  constructor(problem: FetchProblem) {
    super(problem)
    this.problem = problem
  }
}

async function follow(url: string, validators: Validators, asking: Asking, signal: AbortSignal): Promise<Fetched> {
  let target = webUrl(url)
  for (let step = 0; step <= REDIRECTS_MAX; step += 1) {
    const address = await checkedAddress(target, asking, signal)
    const response = await ask(target, address, validators, signal)
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
      const text = await readBody(response, asking.bytesMax, signal)
      const { etag = null, 'last-modified': lastModified = null } = headers
      const short = (header: string | null, max: number) => (header && header.length <= max ? header : null)
      return { kind: 'text', text, validators: { etag: short(etag, 500), lastModified: short(lastModified, 100) } }
    } finally {
      response.destroy()
    }
  }
  throw new Refusal('redirects')
}

/** webcal is http by another name; we ask as safely as we can. */
function webUrl(text: string, base?: URL): URL {
  const plain = text.replace(/^webcals?:/i, 'https:')
  if (!URL.canParse(plain, base)) throw new Refusal('badAddress')
  const url = new URL(plain, base)
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password) throw new Refusal('badAddress')
  return url
}

const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

/** Not where mail, shells and databases listen. */
function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || port === 8080 || port === 8443
}

/** One address, once. A name with a single answer that is closed is refused whole: it is a trick or a mistake. */
async function checkedAddress(url: URL, { isAllowed, resolve }: Asking, signal: AbortSignal): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await within(resolve(host), signal)
  const [first] = addresses
  if (first === undefined) throw new Refusal('unreachable')
  if (!addresses.every((address) => isAllowed(address, portOf(url)))) throw new Refusal('closedAddress')
  return first
}

function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
  ])
}

function ask(url: URL, address: string, { etag, lastModified }: Validators, signal: AbortSignal) {
  // The name is not looked up again: between two look-ups it could come to mean this machine.
  const pinned: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [{ address, family: isIP(address) }]) : done(null, address, isIP(address))
  const headers = {
    accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Townbell (external calendars)',
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    request(url, { agent: false, lookup: pinned, headers, signal }, resolve).on('error', reject).end()
  })
}

/** Counted before and after it is unpacked: a small answer can hold a very large one. */
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
