// One header line: only printable ASCII, folded, its words encoded where they are not ASCII (RFC 5322, RFC 2047).

/** Free text such as a subject or a name. */
export function headerText(text: string): string {
  const line = oneLine(text)
  return isPlain(line) ? line : encodedWords(line)
}

/** `"Barton Hills" <bell@town.example>`. The address must have been checked. */
export function headerAddress({ name, address }: { name: string; address: string }): string {
  const line = oneLine(name)
  if (line === '') return `<${address}>`
  const phrase = isPlain(line) ? `"${line.replace(/["\\]/g, '\\$&')}"` : encodedWords(line)
  return `${phrase} <${address}>`
}

/** `Name: value` with its line break, folded at spaces. */
export function headerLine(name: string, value: string): string {
  let line = `${name}:`
  const lines: string[] = []
  for (const word of value.split(' ')) {
    // The first word stays on the line of the name: a line of white space alone would end the headers for some readers.
    if (line.length + 1 + word.length > 76 && line !== `${name}:` && word !== '') {
      lines.push(line)
      line = ` ${word}`
    } else {
      line += ` ${word}`
    }
  }
  return `${[...lines, line].join('\r\n')}\r\n`
}

/** What would break the line, or hide a part of it, becomes a space. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ').trim()
}

/** ASCII that cannot be mistaken for an encoded word and has no word too long to be folded. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text) && !text.includes('=?') && !/[^ ]{60}/.test(text)
}

/** Several words of at most 75 characters, none of which splits a character. */
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
