import { signInTexts } from '#web/features/account/texts.ts'

/** Draws a bell above a row of houses, on large screens only. */
export function SignInArt() {
  return (
    <div className="hidden lg:block">
      <p className="max-w-lg font-display text-5xl leading-tight font-semibold text-balance">{signInTexts.headline}</p>
      <p className="mt-4 max-w-md text-lg text-muted">{signInTexts.pitch}</p>
      <svg viewBox="0 0 520 300" aria-hidden="true" className="mt-10 w-full max-w-xl">
        <circle cx="260" cy="112" r="100" className="fill-bell-soft" />
        {[128, 160, 192].map((radius) => (
          <path
            key={radius}
            d={ring(radius)}
            className="stroke-bell-line"
            fill="none"
            strokeWidth="3"
            strokeLinecap="round"
          />
        ))}
        <g transform="translate(196 44) scale(4)">
          <path
            d="M16 3a2.2 2.2 0 0 0-2.2 2.2v.6C10.2 6.8 7.8 10 7.8 13.8v4.6l-2.2 3.2c-.6.9 0 2.1 1.1 2.1h18.6c1.1 0 1.7-1.2 1.1-2.1l-2.2-3.2v-4.6c0-3.8-2.4-7-6-8v-.6A2.2 2.2 0 0 0 16 3Z"
            className="fill-bell"
          />
          <path d="M12.6 25.6h6.8a3.4 3.4 0 0 1-6.8 0Z" className="fill-ink" />
        </g>
        <House x={14} height={64} />
        <House x={110} height={46} />
        <House x={330} height={52} />
        <House x={424} height={70} />
        <path d="M0 272h520" className="stroke-line-strong" strokeWidth="3" strokeLinecap="round" />
      </svg>
    </div>
  )
}

/** Returns two arcs, left and right of the bell. */
function ring(radius: number): string {
  const [dx, dy] = [radius * 0.92, radius * 0.39]
  const side = (sign: 1 | -1) =>
    `M${260 + sign * dx} ${112 - dy}A${radius} ${radius} 0 0 ${sign === 1 ? 1 : 0} ${260 + sign * dx} ${112 + dy}`
  return side(1) + side(-1)
}

function House({ x, height }: { x: number; height: number }) {
  const top = 272 - height
  return (
    <g className="stroke-ink" strokeWidth="3" strokeLinejoin="round">
      <path d={`M${x} 272V${top}L${x + 41} ${top - 34}L${x + 82} ${top}V272Z`} className="fill-card" />
      <rect x={x + 14} y={top + 10} width="20" height="20" className="fill-bell" />
      <rect x={x + 50} y={272 - 30} width="18" height="30" className="fill-sunk" />
    </g>
  )
}
