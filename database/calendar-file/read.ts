// Reads a calendar file and trusts nothing: each line must be one that we write, and the last must fit all before it.
import { createHash } from 'node:crypto'
import { CALENDAR_FILE } from '#domain/calendar-file.ts'
import { type Head, head, LINE_MAX, type Line, line, VERSION } from './format.ts'

export class BadCalendarFile extends Error {
  constructor(what: string) {
    super(`This is not a whole calendar file: ${what}. Nothing was changed.`)
  }
}

export async function readHead(chunks: AsyncIterable<Buffer>): Promise<Head> {
  for await (const { text } of linesOf(chunks)) return parseHead(text)
  throw new BadCalendarFile('it is empty')
}

/** Yields what follows the head. Throws at the end if something is missing or was changed. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const hash = createHash('sha256')
  let [at, isOver] = [0, false]
  for await (const { text, bytes } of linesOf(chunks)) {
    if (isOver) throw new BadCalendarFile(`something follows its end, in line ${at + 2}`)
    if (at === 0) parseHead(text)
    else {
      const parsed = line.safeParse(parse(text, at + 1))
      if (!parsed.success) throw new BadCalendarFile(`line ${at + 1} is none that Townbell writes`)
      if ('sha256' in parsed.data) {
        if (parsed.data.lines !== at || parsed.data.sha256 !== hash.digest('hex'))
          throw new BadCalendarFile('its checksum does not fit, so something in it was changed or is missing')
        isOver = true
        continue
      }
      yield parsed.data
    }
    hash.update(bytes)
    at += 1
  }
  if (!isOver) throw new BadCalendarFile('it ends early')
}

function parseHead(text: string): Head {
  const given = parse(text, 1) as { townbell?: unknown; version?: unknown } | null
  if (given?.townbell === CALENDAR_FILE && typeof given.version === 'number' && given.version > VERSION)
    throw new Error(
      'This file was made by a newer Townbell. Import it with that version or a later one. Nothing was changed.',
    )
  const parsed = head.safeParse(given)
  if (!parsed.success) throw new BadCalendarFile('it does not begin like one')
  return parsed.data
}

function parse(text: string, at: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadCalendarFile(`line ${at} is not JSON`)
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ text: string; bytes: Buffer }> {
  let rest: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(0x0a); to >= 0; to = chunk.indexOf(0x0a, from)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(from, to + 1)])
      if (bytes.length > LINE_MAX) throw new BadCalendarFile('a line is too long')
      yield { text: bytes.toString('utf8', 0, bytes.length - 1), bytes }
      ;[rest, length, from] = [[], 0, to + 1]
    }
    rest.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > LINE_MAX) throw new BadCalendarFile('a line is too long')
  }
  if (length > 0) throw new BadCalendarFile('it ends early')
}
