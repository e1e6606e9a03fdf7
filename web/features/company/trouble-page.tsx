import { Button, ButtonLink } from '#web/ui/button.tsx'

/** Something broke that should not have. Says so plainly; the details are in the server's log, not here. */
export function TroublePage() {
  return (
    <div className="mx-auto max-w-xl px-4 py-20 text-center sm:px-6">
      <title>Something went wrong</title>
      <h1 className="text-4xl">Something went wrong</h1>
      <p className="mt-4 text-lg text-muted">That is on us, not on you. Please try again in a moment.</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>Try again</Button>
        <ButtonLink to="/" look="secondary">
          Go to Home
        </ButtonLink>
      </div>
    </div>
  )
}
