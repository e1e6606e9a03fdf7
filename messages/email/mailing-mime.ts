// Writes a mail for many recipients: what is the same for everybody is encoded once, and the few personal parts are inserted.
// Composing each mail from scratch took fifteen times as long.
import { randomBytes } from 'node:crypto'
import type { CalendarPart } from './calendar-part.ts'
import { headerAddress, headerLine, headerText } from './header.ts'
import { quotedPrintable } from './quoted-printable.ts'

export type MailingLetter = {
  from: { name: string; address: string }
  subject: string
  html: string
  text: string
  date: Date
  /** Headers that are the same for everybody. */
  headers: Record<string, string>
  /** Events as files. */
  calendarParts?: CalendarPart[]
}

/** `values` holds this person's text for each slot. */
export type Person = { to: string; messageId: string; headers: Record<string, string>; values: Record<string, string> }

export type MailingMime = {
  /** Returns the whole message with headers, CRLF everywhere, ending in CRLF. */
  message(person: Person): Buffer
  html(values: Record<string, string>): string
  text(values: Record<string, string>): string
}

/** Makes a placeholder that no template and no event can contain, to be found again in the rendered mail. */
export function newSlot(name: string): string {
  return `Slot${name}${randomBytes(12).toString('hex')}`
}

/** Finds what `newSlot` makes. */
const SLOT = /(Slot[A-Za-z]{1,20}[0-9a-f]{24})/

export function composeMailing(letter: MailingLetter, slots: string[]): MailingMime {
  const boundary = `=_${randomBytes(16).toString('hex')}`
  const outer = `=_${randomBytes(16).toString('hex')}`
  const alternative = `multipart/alternative; boundary="${boundary}"`
  const mixed = `multipart/mixed; boundary="${outer}"`
  const files = letter.calendarParts?.filter(({ method }) => !method) ?? []
  const invitations = letter.calendarParts?.filter(({ method }) => method) ?? []
  const html = piecesOf(letter.html, slots)
  const text = piecesOf(letter.text, slots)
  const sharedHeaders = Buffer.from(
    headerLine('From', headerAddress(letter.from)) +
      headerLine('Subject', headerText(letter.subject)) +
      headerLine('Date', letter.date.toUTCString().replace('GMT', '+0000')) +
      Object.entries(letter.headers)
        .map(([name, value]) => headerLine(name, value))
        .join('') +
      headerLine('MIME-Version', '1.0') +
      headerLine('Content-Type', files.length > 0 ? mixed : alternative),
  )
  const partHead = (type: string) =>
    `--${boundary}\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  const body: (Buffer | Slot)[] = [
    ...(files.length > 0 ? [Buffer.from(`--${outer}\r\nContent-Type: ${alternative}\r\n\r\n`)] : []),
    Buffer.from(partHead('plain')),
    ...encoded(text, (value) => value),
    Buffer.from(`\r\n${partHead('html')}`),
    ...encoded(html, escapeHtml),
    ...invitations.map((part) => Buffer.from(`\r\n${invitationHead(boundary, part)}${quotedPrintable(part.text)}`)),
    Buffer.from(`\r\n--${boundary}--\r\n${files.map((file) => filePart(outer, file)).join('')}`),
    ...(files.length > 0 ? [Buffer.from(`--${outer}--\r\n`)] : []),
  ]

  return {
    message({ to, messageId, headers, values }) {
      const own =
        headerLine('To', `<${to}>`) +
        headerLine('Message-ID', messageId) +
        Object.entries(headers)
          .map(([name, value]) => headerLine(name, value))
          .join('')
      const parts: Buffer[] = [sharedHeaders, Buffer.from(`${own}\r\n`)]
      for (const part of body) parts.push(Buffer.isBuffer(part) ? part : Buffer.from(part.encode(values)))
      return Buffer.concat(parts)
    },
    html: (values) => filled(html, values, escapeHtml),
    text: (values) => filled(text, values, (value) => value),
  }
}

/** Another form of the same mail, which calendar programs choose (RFC 6047, 2.4). */
function invitationHead(boundary: string, { method }: CalendarPart): string {
  return `--${boundary}\r\nContent-Type: text/calendar; charset=utf-8; method=${method}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
}

/** Names the method, without which Outlook offers nothing. */
function filePart(boundary: string, { name, text }: CalendarPart): string {
  return `--${boundary}\r\nContent-Type: text/calendar; charset=utf-8; method=PUBLISH; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(text)}\r\n`
}

type Piece = { words: string } | { slot: string }
type Slot = { encode(values: Record<string, string>): string }

function piecesOf(rendered: string, slots: string[]): Piece[] {
  return rendered.split(SLOT).map((part) => (slots.includes(part) ? { slot: part } : { words: part }))
}

/** Puts soft line breaks around each slot, so that the lines before and after do not depend on its value. */
function encoded(pieces: Piece[], write: (value: string) => string): (Buffer | Slot)[] {
  return pieces.map((piece, index) => {
    if ('words' in piece) {
      const before = index > 0 ? '=\r\n' : ''
      const after = index < pieces.length - 1 ? '=\r\n' : ''
      return Buffer.from(before + quotedPrintable(piece.words) + after)
    }
    return { encode: (values) => quotedPrintable(write(values[piece.slot] ?? '')) }
  })
}

function filled(pieces: Piece[], values: Record<string, string>, write: (value: string) => string): string {
  return pieces.map((piece) => ('words' in piece ? piece.words : write(values[piece.slot] ?? ''))).join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
