// Which of the few forms we can write the caller accepts.
import { notAcceptable } from './errors.ts'

export type Media = { type: 'json' | 'csv'; single: boolean; stripNulls: boolean; contentType: string }

const json: Media = { type: 'json', single: false, stripNulls: false, contentType: 'application/json; charset=utf-8' }

export function negotiate(accept: string | null): Media {
  if (!accept || accept === 'application/json' || accept === '*/*') return json
  const ranges = mediaRanges(accept)
  for (const { type, nulls } of ranges) {
    const found = media(type, nulls === 'stripped')
    if (found) return found
  }
  throw notAcceptable(ranges.map(({ text }) => text).join(', '))
}

function media(type: string, stripNulls: boolean): Media | undefined {
  const stripped = stripNulls ? ';nulls=stripped' : ''
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return json
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      if (!stripNulls) return json
      return { ...json, stripNulls, contentType: `application/vnd.pgrst.array+json${stripped}; charset=utf-8` }
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return {
        type: 'json',
        single: true,
        stripNulls,
        contentType: `application/vnd.pgrst.object+json${stripped}; charset=utf-8`,
      }
    case 'text/csv':
      return { type: 'csv', single: false, stripNulls: false, contentType: 'text/csv; charset=utf-8' }
    default:
      return undefined
  }
}

type MediaRange = { text: string; type: string; nulls?: string; quality: number }

function mediaRanges(accept: string): MediaRange[] {
  const ranges = splitOutsideQuotes(accept, ',').slice(0, 20).map(mediaRange)
  return ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
}

function mediaRange(text: string): MediaRange {
  const [type = '', ...parameters] = splitOutsideQuotes(text, ';')
  const range: MediaRange = { text: text.trim(), type: type.trim().toLowerCase(), quality: 1 }
  for (const parameter of parameters) {
    const [key = '', value = ''] = parameter.split('=', 2).map((part) => part.trim().toLowerCase())
    if (key === 'q') range.quality = Number(value) || 0
    if (key === 'nulls') range.nulls = value
  }
  return range
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let inside = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') inside = !inside
    else if (text[at] === separator && !inside) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
