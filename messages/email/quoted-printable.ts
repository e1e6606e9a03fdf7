// RFC 2045 quoted-printable. Lines stay under 76 characters; a dot at the start of a line is written as =2E, so that SMTP has
// nothing to stuff and nothing to mistake for the end; carriage returns and line feeds exist only as the pair.

const LINE_MAX = 76

export function quotedPrintable(text: string): string {
  return text
    .replace(/\r\n|\r|\n/g, '\n')
    .split('\n')
    .map(encodeLine)
    .join('\r\n')
}

function encodeLine(line: string): string {
  let lines = ''
  let current = ''
  const bytes = Buffer.from(line, 'utf8')
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    const isLast = i === bytes.length - 1
    const unit = isPlain(byte, isLast, current === '') ? String.fromCharCode(byte) : hex[byte]!
    // Room for the soft line break, unless this unit ends the line.
    if (current.length + unit.length > (isLast ? LINE_MAX : LINE_MAX - 1)) {
      lines += `${current}=\r\n`
      current = unit === '.' ? '=2E' : unit
    } else {
      current += unit
    }
  }
  return lines + current
}

/** Printable and not the escape character itself; white space not at the end, a dot not at the start. */
function isPlain(byte: number, isLast: boolean, isFirst: boolean): boolean {
  if (byte === 0x2e) return !isFirst
  if (byte === 0x20 || byte === 0x09) return !isLast
  return byte > 0x20 && byte < 0x7f && byte !== 0x3d
}

const hex = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
