import type { EventRow } from '#domain/event-columns.ts'
import { placeWords } from '#domain/event-words.ts'
import { mapTiles, TILE, tileUrl } from '#domain/map-tiles.ts'
import { useSettings } from '#web/api/settings.ts'
import { eventPageTexts } from './texts.ts'

type Place = Pick<EventRow, 'location' | 'location_name' | 'latitude' | 'longitude'>

const SIZE = { zoom: 16, width: 768, height: 224 }

/** Shows where an event is, if the operator has a tile server and the place is known. The picture leads to the whole map. */
export function EventMap({ event, href }: { event: Place; href: string }) {
  const { mapTiles: settings } = useSettings()
  const { latitude, longitude } = event
  if (!settings || latitude === null || longitude === null) return null
  const { width, height } = SIZE
  return (
    <figure data-print="no" className="mt-6">
      <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className="block">
        <svg
          role="img"
          aria-label={eventPageTexts.map(placeWords(event))}
          viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
          preserveAspectRatio="xMidYMid slice"
          className="h-56 w-full rounded-xl border border-line bg-sunk"
        >
          <g className="dark:brightness-75">
            {mapTiles({ latitude, longitude }, SIZE).map((tile) => (
              <image
                key={`${tile.x} ${tile.y}`}
                href={tileUrl(settings.url, tile)}
                x={tile.left}
                y={tile.top}
                width={TILE}
                height={TILE}
              />
            ))}
          </g>
          {/* A pin, whose point is the place. */}
          <path
            d="M0 0C-4-10-13-17-13-27a13 13 0 1 1 26 0C13-17 4-10 0 0Z"
            className="fill-bell stroke-ink dark:stroke-paper"
            strokeWidth="2"
          />
          <circle cy="-27" r="4.5" className="fill-ink dark:fill-paper" />
        </svg>
      </a>
      <figcaption className="mt-1 text-right text-sm text-muted">{settings.attribution}</figcaption>
    </figure>
  )
}
