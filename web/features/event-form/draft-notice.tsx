import { draftTexts } from '#web/features/events/texts.ts'
import { Button } from '#web/ui/button.tsx'

/** Says that the form opened with what was typed before a reload. */
export function DraftNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-xl bg-bell-soft px-4 py-3 text-sm">
      <p>{draftTexts.kept}</p>
      <Button variant="secondary" size="small" onClick={onStartOver}>
        {draftTexts.startOver}
      </Button>
    </div>
  )
}

/** In the footer, once something is typed. */
export function DraftState({ isUnsaved }: { isUnsaved: boolean }) {
  return <p className="mr-auto text-sm text-muted max-sm:hidden">{isUnsaved && draftTexts.state}</p>
}
