import { Button } from './button.tsx'
import { uiTexts } from './texts.ts'

/** Says that a list could not be loaded, and offers to load it again. */
export function LoadError({ message, onRetry }: { message: string | undefined; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunk p-4">
      <p>{message}</p>
      <Button variant="secondary" size="small" onClick={() => onRetry()}>
        {uiTexts.tryAgain}
      </Button>
    </div>
  )
}
