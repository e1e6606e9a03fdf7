import { readFace } from './face.ts'
import type { Faces } from './text-lines.ts'

const file = (name: string) => new URL(`./fonts/${name}`, import.meta.url)

export const faces: Faces = {
  display: readFace({ file: file('fraunces.ttf'), family: 'Fraunces', tracking: -0.012 }),
  text: readFace({ file: file('noto-sans.ttf'), family: 'Noto Sans SemiBold' }),
}
