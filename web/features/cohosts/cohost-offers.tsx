import { placeWords, whenWords } from '#domain/event-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useAnswer, useOffers } from './cohosts.ts'
import { offerTexts as texts } from './texts.ts'

/** Shows admins the events that their calendar is invited to host. Links in it are plain text until it is accepted. */
export function CohostOffers({ calendar }: { calendar: { id: string; time_zone: string } }) {
  const { data = [] } = useOffers(calendar.id)
  const answer = useAnswer(calendar.id)
  if (data.length === 0) return null
  return (
    <section aria-labelledby="cohost-offers" className="mb-8 max-w-3xl">
      <h2 id="cohost-offers" className="mb-3 text-xl">
        {texts.title}
      </h2>
      <ul className="space-y-4">
        {data.map((offer) => (
          <li key={offer.event_id}>
            <Card className="p-4 sm:p-6">
              {offer.state === 'declined' && <Badge>{texts.declined}</Badge>}
              <h3 className="text-xl wrap-anywhere" dir="auto">
                {offer.title}
              </h3>
              <p className="text-muted first-letter:uppercase">{whenWords(offer, calendar.time_zone)}</p>
              <p className="text-muted wrap-anywhere">{placeWords(offer)}</p>
              {offer.description && (
                <p className="mt-3 line-clamp-6 whitespace-pre-line wrap-anywhere" dir="auto">
                  {offer.description}
                </p>
              )}
              {offer.link_url && <p className="mt-2 text-sm wrap-anywhere">{offer.link_url}</p>}
              <p className="mt-3 text-sm text-muted wrap-anywhere">{texts.from(offer.calendar_name)}</p>
              <div className="mt-4 flex flex-wrap gap-2 max-sm:*:flex-1">
                <Button
                  variant="secondary"
                  working={answer.isPending}
                  onClick={() => answer.mutate({ offer, isAccepted: true })}
                >
                  {texts.accept}
                  <span className="sr-only"> {offer.title}</span>
                </Button>
                {offer.state === 'offered' && (
                  <Button
                    variant="quietDanger"
                    disabled={answer.isPending}
                    onClick={() => answer.mutate({ offer, isAccepted: false })}
                  >
                    {texts.decline}
                    <span className="sr-only"> {offer.title}</span>
                  </Button>
                )}
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
