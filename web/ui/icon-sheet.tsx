// Icons that repeat with every event of a list are defined once per page and referenced: a month had 60 kB of them. Each is one
// path, because browsers clone a referenced icon wherever it is used: with several paths, 360 events were 21,000 elements.
const circle = 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0'
const calendar = 'M8 2v4M16 2v4M3 10h18M21 11V6a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2'

const sheet = {
  'calendar-days': `${calendar}h14a2 2 0 0 0 2-2v-8M8 14h.01M12 14h.01M16 14h.01M8 17.5h.01M12 17.5h.01M16 17.5h.01`,
  'calendar-plus': `${calendar}h8M19 15v6M16 18h6`,
  directions: 'M3 11 22 2l-9 19-2-8Z',
  follow:
    'M10 21a2 2 0 0 0 4 0M15 8h6M18 5v6M20 14.5l.7.8A1 1 0 0 1 20 17H4a1 1 0 0 1-.7-1.7C4.6 14 6 12.5 6 8a6 6 0 0 1 8.8-5.3',
  clock: `${circle}M12 6v6l4 2`,
  'list-filter': 'M3 6h18M7 12h10M10 18h4',
  info: `${circle}M12 16v-5M12 8h.01`,
  'map-pin': 'M12 22s8-6 8-12a8 8 0 1 0-16 0c0 6 8 12 8 12ZM15 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0',
  megaphone: 'M3 9v5h3c6 0 10 2 14 5V4c-4 3-8 5-14 5ZM7 14l1 6h3l-.5-5.5',
  'triangle-alert': 'M12 3.5 2 20.5h20ZM12 10v4M12 17.2h.01',
} as const

export type SheetIconName = keyof typeof sheet

/** Defines the icons; rendered once, in the layout. */
export function IconSheet() {
  const drawn = {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(sheet).map(([name, d]) => (
        <path key={name} id={`icon-${name}`} d={d} {...drawn} />
      ))}
    </svg>
  )
}

/** Shows an icon of the sheet. Hidden from screen readers: the caller shows text beside it. */
export function SheetIcon({ name, className }: { name: SheetIconName; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  )
}
