// RFC 2045 quoted-printable. Lines stay under 76 characters; a dot at the start of a line is written as =2E, so that SMTP has
// nothing to stuff and nothing to mistake for the end; carriage returns and line feeds exist only as the pair.

const LINE_MAX = 76

export function quotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(encodeLine)
    .join('\r\n')
}

/** Cut from whole strings: byte by byte, the few words of each recipient were a third of what a mailing left to be swept up. */
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

/** What is not printable, the escape character itself, and white space at the end. */
const UNSAFE = /[^\t -<>-~]|[\t ]$/g

function escaped(character: string): string {
  return `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

function withoutDot(line: string): string {
  return line.startsWith('.') ? `=2E${line.slice(1)}` : line
}

/** The last place up to `end` that is not within an escape. */
function beforeEscape(line: string, end: number): number {
  if (line[end - 1] === '=') return end - 1
  return line[end - 2] === '=' ? end - 2 : end
}
