import { EVENT_IMAGE_BYTES_MAX } from '../../../domain/limits.ts'
import { imageProblemTexts } from '../../../domain/texts/event-images.ts'

/** The longest side in pixels; no page shows it larger. */
const SIDE_MAX = 1600

/**
 * Scales an image down and re-encodes it, which applies its rotation and removes metadata such as the location. Throws an error
 * whose message can be shown.
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
  // Safari cannot encode WebP. JPEG has no transparency, so the image gets a white background.
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
