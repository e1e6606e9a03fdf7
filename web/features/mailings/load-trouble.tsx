import { Button } from '#web/ui/button.tsx'
import { ledgerTexts } from './texts.ts'

export function LoadTrouble({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunk p-4">
      <p>{ledgerTexts.loadFailed.body}</p>
      <Button look="secondary" size="small" onClick={onTryAgain}>
        {ledgerTexts.tryAgain}
      </Button>
    </div>
  )
}
