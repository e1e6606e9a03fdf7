import { siteTexts } from '#web/texts/site.ts'
import { Spinner } from '#web/ui/spinner.tsx'

/** Fills the page while the session is read. */
export function Loading() {
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <Spinner label={siteTexts.loading} className="text-3xl text-muted" />
    </div>
  )
}
