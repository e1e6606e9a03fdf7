import { siteTexts } from '#web/texts/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { errorPageTexts } from './error-page-texts.ts'

/** Says that something broke unexpectedly. The details are only in the server's log. */
export function ErrorPage() {
  return (
    <div className="apology mx-auto max-w-xl px-4 py-20 text-center sm:px-6">
      <title>{errorPageTexts.title}</title>
      <h1 className="text-4xl">{errorPageTexts.title}</h1>
      <p className="mt-4 text-lg text-muted">{errorPageTexts.body}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>{siteTexts.tryAgain}</Button>
        <ButtonLink to="/" variant="secondary">
          {siteTexts.goHome}
        </ButtonLink>
      </div>
    </div>
  )
}
