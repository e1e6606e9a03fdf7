import { EVENT_IMAGE_BYTES_MAX } from '#domain/limits.ts'
import { imageProblemTexts } from '#domain/texts/event-images.ts'

/** As wide as any screen shows it. */
const SIDE_MAX = 1600

/**
 * The picture as it is sent: small, upright, and drawn anew, so that nothing of its file but the picture is left. Throws a
 * sentence for whoever chose it.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(imageProblemTexts.unknown)
  })
  const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error(imageProblemTexts.broken)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const webp = await drawn(canvas, 'image/webp')
  if (webp?.type === 'image/webp' && webp.size <= EVENT_IMAGE_BYTES_MAX) return webp
  // Safari writes no WebP. A JPEG knows nothing of what shows through: it lies on white.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const jpeg = await drawn(canvas, 'image/jpeg')
  if (!jpeg) throw new Error(imageProblemTexts.broken)
  return jpeg
}

function drawn(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.82))
}
