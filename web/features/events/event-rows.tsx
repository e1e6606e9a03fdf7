import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Checkbox } from '#web/ui/selection-controls.tsx'

interface EventRowsProps<Row> {
  label: string
  /** The label of the box that ticks all of them. */
  all?: string
  rows: readonly Row[]
  /** How the box of a row is called; otherwise the row has a label for it. */
  take?: (row: Row) => string
  onTick: (keys: string[], isTicked: boolean) => void
  className?: string
  /** The row beside its box: what wraps, and what stands at the end. */
  children: (row: Row, boxId: string) => ReactNode
}

/** Lists events of which some are ticked. */
export function EventRows<Row extends { key: string; isTicked: boolean }>(props: EventRowsProps<Row>) {
  const { label, all, rows, take, onTick, className, children } = props
  const id = useId()
  return (
    <>
      {all && (
        <Checkbox
          label={all}
          checked={rows.every(({ isTicked }) => isTicked)}
          onChange={({ target }) =>
            onTick(
              rows.map(({ key }) => key),
              target.checked,
            )
          }
          className="font-semibold"
        />
      )}
      <ul aria-label={label} className={classes('border-b border-line', className)}>
        {rows.map((row) => (
          <li
            key={row.key}
            className={classes(
              'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-t border-line py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]',
              !row.isTicked && 'text-muted',
            )}
          >
            <input
              id={`${id}-${row.key}`}
              type="checkbox"
              aria-label={take?.(row)}
              checked={row.isTicked}
              onChange={({ target }) => onTick([row.key], target.checked)}
              className="size-6 accent-ink"
            />
            {children(row, `${id}-${row.key}`)}
          </li>
        ))}
      </ul>
    </>
  )
}
