// A picture of an event is named by what it is: "5f0c…-1600x900.webp". Pages leave room for it before they have it, and what lies
// at its address never changes.

/** Kinds that every browser shows. */
export const imageTypes = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const
export type ImageKind = keyof typeof imageTypes

const NAME = /^[0-9a-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3})\.(jpg|png|webp)$/

export interface ImageName {
  width: number
  height: number
  kind: ImageKind
}

/** What a name says; null when it is none. */
export function readImageName(name: string): ImageName | null {
  const [, width, height, kind] = NAME.exec(name) ?? []
  return kind ? { width: Number(width), height: Number(height), kind: kind as ImageKind } : null
}

export function imagePath(calendarId: string, name: string): string {
  return `/event-images/${calendarId}/${name}`
}
