import { classes } from '#web/ui/classes.ts'
import type { Mailing } from './queries.ts'
import { barTexts } from './texts.ts'

/** How many messages of a mailing have which result. */
export interface Results {
  delivered: number
  waiting: number
  failed: number
  skipped: number
  /** Whether carriers said that they arrived; otherwise they were only taken. */
  isConfirmed: boolean
}

interface DeliveryBarProps {
  results: Results
  /** Names the bar while messages leave. */
  label: string
}

const fills = {
  delivered: 'fill-ok',
  failed: 'fill-danger-solid',
  skipped: 'fill-line-strong',
  waiting: 'fill-bell',
} as const

/** A bar of what was delivered, failed, was skipped and waits, and the same in words. */
export function DeliveryBar({ results, label }: DeliveryBarProps) {
  const { delivered, waiting, failed, skipped } = results
  const total = delivered + waiting + failed
  const rest = [
    failed > 0 && { words: barTexts.failed(failed), isBad: true },
    skipped > 0 && { words: barTexts.skipped(skipped), isBad: false },
    waiting > 0 && { words: barTexts.waiting(waiting), isBad: false },
  ].filter((part) => part !== false)
  // The words below say the same, so that the drawing is silent unless it moves.
  const role =
    waiting > 0
      ? {
          role: 'progressbar',
          'aria-label': label,
          'aria-valuemin': 0,
          'aria-valuenow': total - waiting,
          'aria-valuemax': total,
        }
      : {}
  return (
    <div className="min-w-0">
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
        <span>{barTexts.sent(delivered, total, results.isConfirmed)}</span>
        {rest.length > 0 && (
          <span>
            {rest.map(({ words, isBad }, n) => (
              <span key={words} className={classes(isBad ? 'font-semibold text-danger' : 'text-muted')}>
                {n > 0 && ', '}
                {words}
              </span>
            ))}
          </span>
        )}
      </p>
      <div {...role} className="overflow-hidden rounded-full bg-sunk">
        <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" className="block h-2 w-full">
          {partsOf(results, total + skipped).map(({ name, x, width }) => (
            <rect key={name} x={x} width={width} height="4" className={fills[name]} />
          ))}
        </svg>
      </div>
    </div>
  )
}

/** The parts from left to right. Each that is not empty is wide enough to be seen, with a gap before the next. */
function partsOf(results: Results, total: number) {
  const names = (['delivered', 'failed', 'skipped', 'waiting'] as const).filter((name) => results[name] > 0)
  const [least, gap] = [1.5, 0.4]
  const room = 100 - names.length * least - Math.max(0, names.length - 1) * gap
  let x = 0
  return names.map((name) => {
    const width = least + (room * results[name]) / total
    const part = { name, x, width }
    x += width + gap
    return part
  })
}

/** Without reports of carriers nobody knows whether something arrived. */
export const isConfirmed = ({ sent, delivered }: Pick<Mailing, 'sent' | 'delivered'>) => sent > 0 && delivered === sent

/** The numbers of a mailing as its list has them. */
export function resultsOf({ sent, delivered, planned, bounced, failed, uncertain, ...rest }: Mailing): Results {
  return {
    delivered: sent,
    waiting: planned,
    failed: bounced + failed + uncertain,
    skipped: rest.opted_out + rest.expired + rest.cancelled,
    isConfirmed: isConfirmed({ sent, delivered }),
  }
}
