// The name of a picture has its hash and size: "5f0c…-1600x900.webp". Pages reserve its space before it loads, and browsers may cache
// it forever.

/** The formats that every browser shows. */
export const imageTypes = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const
export type ImageKind = keyof typeof imageTypes

const NAME = /^[0-9a-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3})\.(jpg|png|webp)$/

export interface ImageName {
  width: number
  height: number
  kind: ImageKind
}

/** Returns null if the name is not one of ours. */
export function readImageName(name: string): ImageName | null {
  const [, width, height, kind] = NAME.exec(name) ?? []
  return kind ? { width: Number(width), height: Number(height), kind: kind as ImageKind } : null
}

export function imagePath(calendarId: string, name: string): string {
  return `/event-images/${calendarId}/${name}`
}
