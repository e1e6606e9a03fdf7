// Quoted-printable (RFC 2045). Lines have at most 76 characters. A dot at the start of a line is written as =2E, so that SMTP needs
// no dot-stuffing and cannot mistake it for the end. Carriage returns and line feeds occur only as a pair.

const LINE_MAX = 76

export function quotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(encodeLine)
    .join('\r\n')
}

/** Works on whole strings: encoding byte by byte caused a third of a mailing's garbage collection. */
function encodeLine(line: string): string {
  let lines = ''
  let rest = withoutDot(Buffer.from(line).toString('latin1').replace(UNSAFE, escaped))
  while (rest.length > LINE_MAX) {
    const end = beforeEscape(rest, LINE_MAX - 1)
    lines += `${rest.slice(0, end)}=\r\n`
    rest = withoutDot(rest.slice(end))
  }
  return lines + rest
}

/** Matches what is not printable, the escape character itself, and white space at the end of a line. */
const UNSAFE = /[^\t -<>-~]|[\t ]$/g

function escaped(character: string): string {
  return `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

function withoutDot(line: string): string {
  return line.startsWith('.') ? `=2E${line.slice(1)}` : line
}

/** Returns the last position up to `end` that is not inside an escape. */
function beforeEscape(line: string, end: number): number {
  if (line[end - 1] === '=') return end - 1
  return line[end - 2] === '=' ? end - 2 : end
}
