import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAnswerOffer } from './mutations.ts'
import { type Offer, useOffers } from './queries.ts'
import { offerTexts } from './texts.ts'

/** Shows the calendars that their owners want to hand to this person. */
export function TransferOffers({ userId }: { userId: string }) {
  const { data } = useOffers(userId)
  return data?.map((offer) => <OfferBanner key={offer.id} offer={offer} />)
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
