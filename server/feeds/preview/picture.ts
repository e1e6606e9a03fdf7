// Draws a preview picture as SVG: whose calendar, which day, what, when and where; and in red or brown when it doesn't take place.
import type { EventCategory } from '#domain/categories.ts'
import { PREVIEW_HEIGHT as HEIGHT, PREVIEW_WIDTH as WIDTH } from '#domain/preview-pictures.ts'
import { type Box, type Faces, type LaidOut, layOut } from './text-lines.ts'

/** The words of a picture, in its language. */
export interface PictureWords {
  /** The calendar's name; of a calendar's own picture, the product's. */
  heading: string
  title: string
  /** Drawn if no letter of the title can be. */
  otherwise: string
  /** "6:30 PM – 8:30 PM" */
  time: string
  place: string
  tile: { month: string; date: string; weekday: string } | null
  category: { kind: EventCategory; name: string } | null
  /** That it doesn't take place, "Cancelled", and why. */
  off: { word: string; reason: string; isCancelled: boolean } | null
  address: string
}

const INK = '#20242c'
const MUTED = '#575b64'
const BELL = '#f5b81c'
const RED = '#ac2219'
const BROWN = '#7c5200'

/** The same as the pages' (web/styles/app.css). */
const looks: Record<EventCategory, { ink: string; ground: string; shape: string }> = {
  Event: { ink: '#1d5ba3', ground: '#e5eef9', shape: '<circle cx="9" cy="9" r="9"/>' },
  Alert: { ink: '#ffffff', ground: RED, shape: '<path d="M9 0 18 17H0Z"/>' },
  Notice: { ink: BROWN, ground: '#fbefd2', shape: '<path d="M1 1h16v16H1Z"/>' },
  FYI: { ink: '#2f6350', ground: '#e1f0ea', shape: '<path d="m9-1 10 10L9 19-1 9Z"/>' },
}

const MARGIN = 72
const RIGHT = WIDTH - MARGIN

export function pictureOf(words: PictureWords, faces: Faces): string {
  const { tile, category, off } = words
  const isAlert = category?.kind === 'Alert'
  const offColour = off && (off.isCancelled ? RED : BROWN)
  const accent = offColour ?? (isAlert ? RED : BELL)
  const badge = category ? categoryBadge(category, faces) : { svg: '', width: 0 }
  const left = tile ? 334 : MARGIN
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<path d="M0 0h${WIDTH}v${HEIGHT}H0Z" fill="#fbf7ee"/><path d="M0 0h${WIDTH}v14H0Z" fill="${accent}"/>
<g transform="translate(72 56) scale(1.625)"><rect width="32" height="32" rx="8" fill="${BELL}"/><g fill="#211900">${bell}</g></g>
${textAt(layOut(words.heading, faces, oneLine(RIGHT - 144 - badge.width - 24, 32)), { x: 144, y: 93, fill: INK })}
${badge.svg}
${tile ? dateTile(tile, { faces, accent: off ? '#e4dac7' : accent, ink: off ? MUTED : isAlert ? '#ffffff' : '#211900', isOff: off !== null }) : ''}
${facts(words, faces, left)}
${off ? offStripe(words, faces, offColour as string) : street(words, faces)}
</svg>`
}

/** A title on one line is large; a longer one has up to three. What follows stands below it. */
function facts({ title, otherwise, time, place, tile, off }: PictureWords, faces: Faces, left: number): string {
  const width = RIGHT - left
  const [large, small] = [
    { size: 88, lines: 1 },
    { size: 60, lines: 3 },
  ]
  // A calendar's name has the room that a date would take.
  const sizes = tile ? [large, small] : [large, { size: 76, lines: 2 }, small]
  const laid = layOut(title, faces, { width, sizes }) ?? layOut(otherwise, faces, { width, sizes })
  const { size, lines } = { size: laid?.size ?? 0, lines: laid?.lines.length ?? 0 }
  const leading = size * 1.13
  const first = size === 60 ? 222 : 254
  const below = first + leading * (lines - 1) + (size === 60 ? 62 : 68)
  const at = laid?.isRightToLeft ? { x: RIGHT, anchor: 'end' as const } : { x: left }
  return [
    textAt(laid, { ...at, y: first, leading, fill: off ? MUTED : INK, isStruck: off !== null }),
    textAt(layOut(time, faces, oneLine(width, 36), 'text'), { ...at, y: below, fill: INK }),
    textAt(layOut(place, faces, oneLine(width, 32), 'text'), { ...at, y: time ? below + 44 : below, fill: MUTED }),
  ].join('\n')
}

interface TileLook {
  faces: Faces
  accent: string
  ink: string
  isOff: boolean
}

function dateTile(
  { month, date, weekday }: NonNullable<PictureWords['tile']>,
  { faces, accent, ink, isOff }: TileLook,
): string {
  const [x, y, width, height, middle] = [MARGIN, 172, 212, 242, MARGIN + 106]
  const centred = (laid: LaidOut | null, baseline: number, fill: string, isStruck = false) =>
    textAt(laid, { x: middle, anchor: 'middle', y: baseline, fill, isStruck })
  return `<rect x="${x - 1}" y="${y + 3}" width="${width + 2}" height="${height + 2}" rx="26" fill="#ece3d0"/>
<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="26" fill="#fffdf8"/>
<path d="M${x} ${y + 64}v-38a26 26 0 0 1 26-26h${width - 52}a26 26 0 0 1 26 26v38Z" fill="${accent}"/>
<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="26" fill="none" stroke="#e4dac7" stroke-width="2"/>
${centred(layOut(month, faces, oneLine(width, 34), 'text'), y + 44, ink)}
${centred(layOut(date, faces, oneLine(width, 116)), y + 166, isOff ? MUTED : INK, isOff)}
${centred(layOut(weekday, faces, oneLine(width - 20, 28), 'text'), y + 214, MUTED)}`
}

function categoryBadge(
  { kind, name }: NonNullable<PictureWords['category']>,
  faces: Faces,
): { svg: string; width: number } {
  const { ink, ground, shape } = looks[kind]
  const laid = layOut(name, faces, oneLine(300, 26), 'text')
  const width = (laid?.lines[0]?.width ?? 0) + 68
  const x = RIGHT - width
  const svg = `<rect x="${x}" y="60" width="${width}" height="44" rx="22" fill="${ground}"/>
<g transform="translate(${x + 20} 73)" fill="${ink}">${shape}</g>${textAt(laid, { x: x + 48, y: 91, fill: ink })}`
  return { svg, width }
}

function offStripe({ off, address }: PictureWords, faces: Faces, fill: string): string {
  const word = layOut(off?.word ?? '', faces, oneLine(600, 52))
  const left = 138 + (word?.lines[0]?.width ?? 0) + 32
  const reason = layOut(off?.reason ?? '', faces, oneLine(RIGHT - left, 28), 'text')
  const link = reason ? null : layOut(address, faces, oneLine(RIGHT - left, 28), 'text')
  return `<path d="M0 512h${WIDTH}v118H0Z" fill="${fill}"/>
<g fill="none" stroke="#ffffff" stroke-width="4.5" stroke-linecap="round"><circle cx="94" cy="571" r="18"/><path d="m88 565 12 12m0-12-12 12"/></g>
${textAt(word, { x: 138, y: 590, fill: '#ffffff' })}
${textAt(reason, { x: left, y: 586, fill: '#ffffff' })}${textAt(link, { x: RIGHT, anchor: 'end', y: 581, fill: '#ffffff' })}`
}

/** The product's illustration, to the right of the calendar's address. */
function street({ address }: PictureWords, faces: Faces): string {
  const houses = [
    [593, 60],
    [682, 45],
    [855, 53],
    [944, 68],
    [1041, 45],
  ] as const
  return `<path d="M0 606h${WIDTH}v24H0Z" fill="#f3ecdc"/>
<g fill="#fffdf8" stroke="${INK}" stroke-width="2.75" stroke-linejoin="round">${houses
    .map(
      ([x, height]) => `<path d="M${x} 606v-${height}l34-30 34 30v${height}Z"/>
<path d="M${x + 11} ${617 - height}h16v16h-16Z" fill="${BELL}"/><path d="M${x + 42} 606v-34h16v34"/>`,
    )
    .join('')}</g>
<g transform="translate(779 530) scale(1.4)" fill="${BELL}">${bell}</g>
<g fill="none" stroke="#b47f00" stroke-width="2.75" stroke-linecap="round"><path d="M769 538q-10 14 0 28M834 538q10 14 0 28"/></g>
<path d="M0 606h${WIDTH}" stroke="${INK}" stroke-width="2.75"/>
${textAt(layOut(address, faces, oneLine(500, 28), 'text'), { x: MARGIN, y: 566, fill: INK })}`
}

const bell =
  '<path d="M16 5.5a2 2 0 0 0-2 2v.6c-3.3.9-5.5 3.9-5.5 7.4v4.2l-2 2.9c-.5.8 0 1.9 1 1.9h17c1 0 1.5-1.1 1-1.9l-2-2.9v-4.2c0-3.5-2.2-6.5-5.5-7.4v-.6a2 2 0 0 0-2-2Z"/><path d="M12.8 26h6.4a3.2 3.2 0 0 1-6.4 0Z"/>'

function oneLine(width: number, size: number): Box {
  return { width, sizes: [{ size, lines: 1 }] }
}

interface Placed {
  x: number
  /** The baseline of the first line. */
  y: number
  fill: string
  anchor?: 'start' | 'middle' | 'end'
  leading?: number
  isStruck?: boolean
}

function textAt(laid: LaidOut | null, { x, y, fill, anchor = 'start', leading = 0, isStruck = false }: Placed): string {
  if (!laid) return ''
  const { face, size, lines, isRightToLeft } = laid
  const look = `font-family="${face.family}" font-size="${size}" letter-spacing="${face.tracking * size}" text-anchor="${anchor}" fill="${fill}"`
  // Fraunces would be struck through by a hair. Joined Arabic letters are narrower than measured.
  const [ownLine, givenLine] = [isStruck && !isRightToLeft, isStruck && isRightToLeft]
  return lines
    .map(({ text, width }, i) => {
      const baseline = y + i * leading
      const start = x - { start: 0, middle: width / 2, end: width }[anchor]
      const ordered = isRightToLeft ? `\u2067${text}\u2069` : text
      return `<text x="${x}" y="${baseline}" ${look}${givenLine ? ' text-decoration="line-through"' : ''}>${escaped(ordered)}</text>${
        ownLine
          ? `<path d="M${start - 4} ${baseline - size * 0.32}h${width + 8}v${size * 0.06}h-${width + 8}Z" fill="${fill}"/>`
          : ''
      }`
    })
    .join('')
}

/** What no XML allows never comes here: only characters that a face has. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
