import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAnswerOffer, useTakeCalendar } from './mutations.ts'
import { type Offer, useOffers, useOwnerless } from './queries.ts'
import { offerTexts } from './texts.ts'

/** Shows the calendars that this person could own: offered by their owners, or left by them. */
export function TransferOffers({ userId }: { userId: string }) {
  const { data: offers } = useOffers(userId)
  const { data: ownerless } = useOwnerless()
  return (
    <>
      {offers?.map((offer) => (
        <OfferBanner key={offer.id} offer={offer} />
      ))}
      {ownerless?.map((calendar) => (
        <OwnerlessBanner key={calendar.id} calendar={calendar} />
      ))}
    </>
  )
}

function OfferBanner({ offer }: { offer: Offer }) {
  const answer = useAnswerOffer(offer)
  const of = (action: string) => offerTexts.of(action, offer.name)
  return (
    <Banner
      title={offerTexts.title(offer.name)}
      action={
        <span className="flex gap-2">
          <Button
            size="small"
            aria-label={of(offerTexts.accept)}
            working={answer.isPending}
            onClick={() => answer.mutate('accept_transfer')}
          >
            {offerTexts.accept}
          </Button>
          <Button
            variant="secondary"
            size="small"
            aria-label={of(offerTexts.decline)}
            disabled={answer.isPending}
            onClick={() => answer.mutate('decline_transfer')}
          >
            {offerTexts.decline}
          </Button>
        </span>
      }
    >
      {offerTexts.body}
    </Banner>
  )
}

function OwnerlessBanner({ calendar }: { calendar: Offer }) {
  const take = useTakeCalendar(calendar)
  return (
    <Banner
      title={offerTexts.ownerless(calendar.name)}
      action={
        <Button
          size="small"
          aria-label={offerTexts.of(offerTexts.take, calendar.name)}
          working={take.isPending}
          onClick={() => take.mutate()}
        >
          {offerTexts.take}
        </Button>
      }
    >
      {offerTexts.ownerlessBody}
    </Banner>
  )
}
