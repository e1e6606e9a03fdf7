// The tiles of a map around a place, as tile servers number them (Web Mercator, 256 pixels).

export type MapTile = { x: number; y: number; zoom: number; left: number; top: number }

/** The width and height of a tile, in pixels. */
export const TILE = 256

/** Returns the tiles that cover a map, and where they stand, counted from the place in its middle. */
export function mapTiles(
  { latitude, longitude }: { latitude: number; longitude: number },
  { zoom, width, height }: { zoom: number; width: number; height: number },
): MapTile[] {
  const across = 2 ** zoom
  const angle = (Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude)) * Math.PI) / 180
  const placeX = ((longitude + 180) / 360) * across * TILE
  const placeY = ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * across * TILE
  const columns = numbers((placeX - width / 2) / TILE, (placeX + width / 2) / TILE)
  const rows = numbers((placeY - height / 2) / TILE, (placeY + height / 2) / TILE).filter((y) => y >= 0 && y < across)
  return rows.flatMap((y) =>
    columns.map((x) => ({
      // Beyond the date line the map begins again.
      x: ((x % across) + across) % across,
      y,
      zoom,
      left: Math.round(x * TILE - placeX),
      top: Math.round(y * TILE - placeY),
    })),
  )
}

/** Where the square map of the world ends. */
const LATITUDE_MAX = 85.0511

function numbers(from: number, to: number): number[] {
  const first = Math.floor(from)
  return Array.from({ length: Math.ceil(to) - first }, (_, n) => first + n)
}

export function tileUrl(template: string, { x, y, zoom }: MapTile): string {
  return template.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y))
}
