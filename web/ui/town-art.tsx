import { classes } from './classes.ts'

/** Houses with a ringing bell between them. Says nothing that the text beside it does not. */
export function TownArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 330 66" aria-hidden="true" className={classes('w-full max-w-80', className)}>
      <g className="stroke-ink" strokeWidth="2" strokeLinejoin="round" fill="none">
        <House x={15} y={33} width={40} />
        <House x={66} y={40} width={34} />
        <House x={164} y={36} width={38} />
        <House x={214} y={29} width={40} />
        <House x={269} y={40} width={34} />
        <path d="M1 64h328" strokeLinecap="round" />
      </g>
      <g className="stroke-bell-line" strokeWidth="2" strokeLinecap="round" fill="none">
        <path d="M117 26q-6 8 0 16M149 26q6 8 0 16" />
      </g>
      <path
        d="M133 24a1.8 1.8 0 0 0-1.8 1.8c-3 .8-4.6 3.4-4.6 6.4v3.6l-1.6 2.4c-.5.7 0 1.7.9 1.7h14.2c.9 0 1.4-1 .9-1.7l-1.6-2.4v-3.6c0-3-1.6-5.6-4.6-6.4A1.8 1.8 0 0 0 133 24Z"
        className="fill-bell"
      />
      <path d="M130.4 41.4h5.2a2.6 2.6 0 0 1-5.2 0Z" className="fill-ink" />
    </svg>
  )
}

/** From the ground at 64 up to `y`, and the roof above. */
function House({ x, y, width }: { x: number; y: number; width: number }) {
  return (
    <>
      <path d={`M${x} 64V${y}l${width / 2}-18 ${width / 2} 18v${64 - y}`} />
      <rect x={x + 7} y={y + 6} width="9" height="9" className="fill-bell" />
      <path d={`M${x + width - 15} 64V${y + 11}h9v${64 - y - 11}`} />
    </>
  )
}
