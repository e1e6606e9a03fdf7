import { Spinner } from '#web/ui/spinner.tsx'

/** While the session is read; as high as the window below the header, so that no footer is seen to move. */
export function Loading() {
  return (
    <div className="grid min-h-[calc(100dvh-4rem)] place-items-center">
      <Spinner label="Loading" className="text-3xl text-muted" />
    </div>
  )
}
