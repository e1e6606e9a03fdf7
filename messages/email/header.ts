// Writes header lines: printable ASCII only, folded, with other characters as encoded words (RFC 5322, RFC 2047).

/** Encodes free text such as a subject. */
export function headerText(text: string): string {
  const line = oneLine(text)
  return isPlain(line) ? line : encodedWords(line)
}

/** Writes `"Barton Hills" <bell@town.example>`. The address must have been checked. */
export function headerAddress({ name, address }: { name: string; address: string }): string {
  const line = oneLine(name)
  if (line === '') return `<${address}>`
  const phrase = isPlain(line) ? `"${line.replace(/["\\]/g, '\\$&')}"` : encodedWords(line)
  return `${phrase} <${address}>`
}

/** Writes `Name: value` and a line break, folded at spaces. */
export function headerLine(name: string, value: string): string {
  let line = `${name}:`
  const lines: string[] = []
  for (const word of value.split(' ')) {
    // The first word stays on the line of the name: some readers take a line of white space alone for the end of the headers.
    if (line.length + 1 + word.length > 76 && line !== `${name}:` && word !== '') {
      lines.push(line)
      line = ` ${word}`
    } else {
      line += ` ${word}`
    }
  }
  return `${[...lines, line].join('\r\n')}\r\n`
}

/** Replaces what would break the line or hide a part of it (control and bidirectional characters) with a space. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ').trim()
}

/** Returns whether text needs no encoding: ASCII, nothing like an encoded word, and no word too long to fold. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text) && !text.includes('=?') && !/[^ ]{60}/.test(text)
}

/** Encodes text as words of at most 75 characters, none of which splits a character. */
function encodedWords(text: string): string {
  const words: string[] = []
  let current = ''
  for (const character of text) {
    if (Buffer.byteLength(current + character) > 45) {
      words.push(current)
      current = ''
    }
    current += character
  }
  return [...words, current].map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}
