import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { townTexts } from './texts.ts'

/** Stands in for a town page that does not exist, or could not be loaded. */
export function TownMissing({ isFailed }: { isFailed: boolean }) {
  return (
    <Page>
      <Card className="px-6 py-12 text-center">
        <h1 className="text-2xl">{isFailed ? townTexts.failed : townTexts.notFound}</h1>
        <p className="mt-2 mb-6 text-muted">{isFailed ? townTexts.failedBody : townTexts.notFoundBody}</p>
        <ButtonLink to="/locate-calendar">{townTexts.find}</ButtonLink>
      </Card>
    </Page>
  )
}
