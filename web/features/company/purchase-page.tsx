import { Check } from 'lucide-react'
import { type Plan, plannedFeatures, priceOf, promises } from '#domain/plans.ts'
import { useSettings } from '#web/api/settings.ts'
import { siteTexts } from '#web/texts/site.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { NothingSold } from './pricing-page.tsx'
import { pricingTexts, purchaseTexts } from './pricing-texts.ts'

export function PurchasePage({ plan }: { plan: Plan }) {
  const { trial } = useSettings()
  if (!trial) return <NothingSold />
  return (
    <Page width="narrow">
      <PageHead title={purchaseTexts.title(plan.name)}>{plan.summary}</PageHead>
      <Card className="p-6 sm:p-8">
        <h2 className="text-xl">{purchaseTexts.yourPlan}</h2>
        <p className="mt-3 flex items-baseline gap-2">
          <span className="font-display text-5xl font-semibold">{priceOf(plan)}</span>
          <span className="text-muted">{plan.period}</span>
        </p>
        <ul className="mt-5 space-y-2.5">
          {[...plan.features, promises.moneyBack, promises.setupFees, promises.cancel].map((feature) => (
            <li key={feature} className="flex items-start gap-2.5">
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
              {feature}
              {plannedFeatures.includes(feature) && ` (${pricingTexts.planned})`}
            </li>
          ))}
        </ul>
      </Card>
      <div className="mt-6">
        <Banner title={purchaseTexts.payment(siteTexts.comingSoon)}>{purchaseTexts.paymentBody(plan.name)}</Banner>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/contact">{purchaseTexts.contactSales}</ButtonLink>
        <ButtonLink to="/pricing" variant="secondary">
          {purchaseTexts.back}
        </ButtonLink>
      </div>
    </Page>
  )
}
