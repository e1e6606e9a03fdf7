import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'
import { uiTexts } from './texts.ts'

interface PagerProps {
  /** Counted from 0. */
  page: number
  size: number
  found: number
  onPage: (page: number) => void
}

/** Says which part of a long list is shown, and turns its pages. */
export function Pager({ page, size, found, onPage }: PagerProps) {
  const first = page * size + 1
  const last = Math.min(found, first + size - 1)
  return (
    <nav aria-label={uiTexts.pages} className="mt-3 flex items-center justify-between gap-3">
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {uiTexts.range(first, last, found)}
      </p>
      {found > size && (
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="small"
            aria-label={uiTexts.previous}
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
          </Button>
          <Button
            variant="secondary"
            size="small"
            aria-label={uiTexts.next}
            disabled={last >= found}
            onClick={() => onPage(page + 1)}
          >
            <ChevronRight aria-hidden="true" className="size-4" />
          </Button>
        </div>
      )}
    </nav>
  )
}
