interface Point {
  name: string
  line: number
  bar: number
}

interface WeeksChartProps {
  /** The drawing in a sentence. */
  label: string
  points: Point[]
  texts: { line: string; bars: string; week: string; today: string; asTable: string }
  countWords: (count: number) => string
}

/** Draws a line over bars, each by its own scale, with the last values beside their names; the numbers are in a table below. */
export function WeeksChart({ label, points, texts, countWords }: WeeksChartProps) {
  const { line, bars } = layOut(points)
  const last = points.at(-1)
  return (
    <div>
      <p className="mb-2 flex flex-wrap justify-end gap-x-5 text-sm text-muted">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="h-0.5 w-4 bg-ink forced-colors:bg-[CanvasText]" />
          {texts.line}: <span className="font-semibold text-ink tabular-nums">{countWords(last?.line ?? 0)}</span>
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-xs bg-bell forced-colors:bg-[Highlight]" />
          {texts.bars}: <span className="font-semibold text-ink tabular-nums">{countWords(last?.bar ?? 0)}</span>
        </span>
      </p>
      {/* Stretched to the width there is; what must not be stretched is text, and stands around it. */}
      <svg role="img" aria-label={label} viewBox="0 0 100 40" preserveAspectRatio="none" className="block h-32 w-full">
        <path d="M0 0.2H100M0 20H100M0 39.8H100" className="stroke-line" vectorEffect="non-scaling-stroke" />
        {bars.map(({ x, y, width, height }) => (
          <rect
            key={x}
            x={x}
            y={y}
            width={width}
            height={height}
            className="fill-bell forced-colors:fill-[Highlight]"
          />
        ))}
        <path
          d={line}
          fill="none"
          strokeWidth="2.5"
          strokeLinejoin="round"
          className="stroke-ink forced-colors:stroke-[CanvasText]"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-muted">
        <span>{points[0]?.name}</span>
        <span>{texts.today}</span>
      </p>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold">
          {texts.asTable}
        </summary>
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="text-left text-muted">
              <th scope="col" className="py-1 font-semibold">
                {texts.week}
              </th>
              <th scope="col" className="py-1 text-right font-semibold">
                {texts.line}
              </th>
              <th scope="col" className="py-1 text-right font-semibold">
                {texts.bars}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {points.map((point) => (
              <tr key={point.name}>
                <th scope="row" className="py-1 text-left font-normal">
                  {point.name}
                </th>
                <td className="py-1 text-right">{countWords(point.line)}</td>
                <td className="py-1 text-right">{countWords(point.bar)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

/** Both start at zero. Bars fill the lower half, so that the line is rarely in front of them. */
function layOut(points: Point[]) {
  const step = 100 / Math.max(1, points.length)
  const [top, most] = [Math.max(1, ...points.map((p) => p.line)), Math.max(1, ...points.map((p) => p.bar))]
  const round = (number: number) => Math.round(number * 100) / 100
  const line = points.map(
    (point, n) => `${n === 0 ? 'M' : 'L'}${round((n + 0.5) * step)} ${round(38 - (point.line / top) * 36)}`,
  )
  const bars = points.map((point, n) => {
    const height = round((point.bar / most) * 20)
    return { x: round((n + 0.2) * step), y: round(39.8 - height), width: round(step * 0.6), height }
  })
  return { line: line.join(''), bars }
}
