import { EVENT_IMAGE_BYTES_MAX, EVENT_IMAGE_SIDE_MAX } from '../limits.ts'
import type { ImageProblem } from './event-images.ts'

export type { ImageProblem } from './event-images.ts'

const megabytes = EVENT_IMAGE_BYTES_MAX / 1024 / 1024

export const eventImageTexts = {
  altMissing: 'Describa la imagen para quienes no pueden verla.',
} as const

export const imageProblemTexts = {
  unknown: 'Este archivo no se puede usar. Elija un JPEG, PNG o WebP.',
  broken: 'Esta imagen está dañada y no se puede usar.',
  animated: 'Las imágenes animadas no se pueden usar.',
  tooWide: `Las imágenes pueden tener hasta ${EVENT_IMAGE_SIDE_MAX} píxeles de ancho y de alto.`,
  tooLarge: `Esta imagen es demasiado grande. El límite es de ${megabytes} MB.`,
} as const satisfies Record<ImageProblem, string>

export const imageRefusals = {
  forbidden: 'Solo los administradores de un calendario pueden agregarle imágenes.',
  invalid: imageProblemTexts.broken,
} as const
