// Reads as much of a mail as bounces need: headers, and the parts of a multipart. Anybody may send us such mails, so depth and size
// are limited, and it never throws: it skips what it cannot read.

export type Part = { headers: Headers; body: string }
/** Values by lower-case name; a name that occurs several times has several. */
type Headers = Map<string, string[]>

const HEADERS_MAX = 200
const HEAD_MAX = 64 * 1024
const PARTS_MAX = 40
const DEPTH_MAX = 4

/** Returns the mail's own headers without reading the rest. */
export function mailOf(raw: string): Part {
  return splitPart(raw.slice(0, HEAD_MAX).replaceAll('\r\n', '\n'))
}

/** Returns the mail itself and every part in it, outermost first. */
export function partsOf(raw: string): Part[] {
  const parts: Part[] = []
  collect(raw.replaceAll('\r\n', '\n'), 0, parts)
  return parts
}

function collect(raw: string, depth: number, parts: Part[]): void {
  if (parts.length >= PARTS_MAX || depth > DEPTH_MAX) return
  const part = splitPart(raw)
  parts.push(part)
  const type = headerOf(part, 'content-type')
  const boundary = /^multipart\//i.test(type) ? parameterOf(type, 'boundary') : undefined
  if (!boundary) return
  const [, ...inner] = `\n${part.body}`.split(`\n--${boundary}`, PARTS_MAX)
  for (const piece of inner) {
    if (piece.startsWith('--')) break
    collect(piece.replace(/^[^\n]*\n/, ''), depth + 1, parts)
  }
}

function splitPart(raw: string): Part {
  const end = raw.startsWith('\n') ? 0 : raw.indexOf('\n\n')
  const head = end < 0 ? raw : raw.slice(0, end)
  const headers = fieldsOf(head)
  const body = end < 0 ? '' : raw.slice(end).replace(/^\n+/, '')
  return { headers, body: decoded(body, headers.get('content-transfer-encoding')?.[0] ?? '') }
}

/** Reads `Name: value` lines and joins folded ones. Mail headers and the blocks of a report have the same format. */
export function fieldsOf(text: string): Headers {
  const fields: Headers = new Map()
  const lines = text
    .slice(0, HEAD_MAX)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n', HEADERS_MAX)
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    fields.set(name, [...(fields.get(name) ?? []), line.slice(colon + 1).trim()])
  }
  return fields
}

/** Collects the recipient headers that mail servers add, envelope recipients first. */
export function recipientsOf({ headers }: Part): string[] {
  return ['delivered-to', 'x-original-to', 'envelope-to', 'to'].flatMap((name) => headers.get(name) ?? [])
}

export function headerOf({ headers }: Pick<Part, 'headers'>, name: string): string {
  return headers.get(name)?.[0] ?? ''
}

function parameterOf(value: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]{1,200})"|([^\\s;"]{1,200}))`, 'i').exec(value)
  return found?.[1] ?? found?.[2]
}

function decoded(body: string, encoding: string): string {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString('latin1').replaceAll('\r\n', '\n')
  if (!/^quoted-printable$/i.test(encoding)) return body
  return body.replace(/=\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
