import { useMemo } from 'react'
import { encode } from 'uqr'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { shareTexts } from './share-texts.ts'

/** Four modules, as scanners expect. */
const BORDER = 4
/** A poster's size, in pixels. */
const PNG_SIZE = 1024

/** Shows an address as a QR code to scan, print or download. */
export function QrCode({ url, title }: { url: string; title: string }) {
  const { size, path } = useMemo(() => modulesOf(url), [url])
  const name = `${title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}-QR`

  function savePng() {
    const scale = Math.ceil(PNG_SIZE / size)
    const canvas = document.createElement('canvas')
    canvas.width = size * scale
    canvas.height = size * scale
    const context = canvas.getContext('2d')
    if (!context) return
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.scale(scale, scale)
    context.fillStyle = '#000'
    context.fill(new Path2D(path))
    canvas.toBlob((png) => png && saveFile(`${name}.png`, png, 'image/png'))
  }

  return (
    <section className="flex flex-wrap items-center gap-4">
      <QrImage url={url} className="size-44 shrink-0 rounded-lg border border-line" />
      <div className="min-w-0 flex-[1_1_11rem]">
        <h3 className="font-sans text-sm font-semibold">{shareTexts.qr}</h3>
        <p className="mt-1 text-sm text-muted">{shareTexts.qrLead}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="small"
            onClick={() => saveFile(`${name}.svg`, svgFile(size, path), 'image/svg+xml')}
          >
            {shareTexts.svg}
          </Button>
          <Button variant="secondary" size="small" onClick={savePng}>
            {shareTexts.png}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Draws the code alone, black on white in every theme: not every scanner reads the inverse. */
export function QrImage({ url, className }: { url: string; className: string }) {
  const { size, path } = useMemo(() => modulesOf(url), [url])
  return (
    <svg
      role="img"
      aria-label={shareTexts.qrAlt(url)}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes('bg-white forced-color-adjust-none', className)}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Returns the black modules as one path, row by row. */
function modulesOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { size, path }
}

function svgFile(size: number, path: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
}
