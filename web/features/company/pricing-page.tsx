import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { type Plan, planIds, plannedFeatures, plans, priceOf, promises } from '#domain/plans.ts'
import { useSettings } from '#web/api/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { pricingTexts } from './pricing-texts.ts'

export function PricingPage() {
  const { trial } = useSettings()
  if (!trial) return <NothingSold />
  return (
    <Page width="full">
      <PageHead title={pricingTexts.title}>{pricingTexts.lead}</PageHead>
      <ul className="grid items-stretch gap-6 lg:grid-cols-3">
        {planIds.map((id) => (
          <PlanCard key={id} plan={plans[id]} featured={id === 'pro'} />
        ))}
      </ul>
      <ul className="mt-8 flex flex-wrap gap-x-8 gap-y-2 text-muted">
        {[promises.moneyBack, promises.setupFees, promises.cancel].map((promise) => (
          <li key={promise} className="flex items-center gap-2">
            <Check aria-hidden="true" className="size-5" /> {promise}
          </li>
        ))}
      </ul>
      <Questions />
    </Page>
  )
}

/** Where the operator has turned trials off. */
export function NothingSold() {
  return (
    <Page width="narrow">
      <PageHead title={pricingTexts.free.title}>{pricingTexts.free.lead}</PageHead>
      <ButtonLink to="/signin?mode=signup">{pricingTexts.startFree}</ButtonLink>
    </Page>
  )
}

function PlanCard({ plan, featured }: { plan: Plan; featured: boolean }) {
  const headingId = `plan-${plan.id}`
  return (
    <li
      aria-labelledby={headingId}
      className={classes(
        'flex flex-col rounded-2xl border bg-card p-6 sm:p-8',
        featured ? 'border-2 border-bell-line shadow-lift' : 'border-line shadow-card',
      )}
    >
      <h2 id={headingId} className="text-2xl">
        {plan.name}
      </h2>
      <p className="mt-1 text-muted lg:min-h-13">{plan.summary}</p>
      <p className="mt-5 flex items-baseline gap-2">
        <span className="font-display text-5xl font-semibold">{priceOf(plan)}</span>
        <span className="text-muted">{plan.period}</span>
      </p>
      <ul className="mt-6 mb-8 space-y-2.5">
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
            <span>
              {feature}
              {plannedFeatures.includes(feature) && <span className="text-muted"> ({pricingTexts.planned})</span>}
            </span>
          </li>
        ))}
      </ul>
      {plan.id === 'free' ? (
        <ButtonLink to="/signin?mode=signup" variant="secondary" className="mt-auto">
          {pricingTexts.startFree}
        </ButtonLink>
      ) : (
        <ButtonLink to={`/purchase?plan=${plan.id}`} variant={featured ? 'primary' : 'secondary'} className="mt-auto">
          {pricingTexts.choose(plan.name)}
        </ButtonLink>
      )}
    </li>
  )
}

function Questions() {
  return (
    <section aria-labelledby="questions" className="mt-16 max-w-3xl">
      <h2 id="questions" className="text-3xl">
        {pricingTexts.questionsTitle}
      </h2>
      <div className="mt-6 divide-y divide-line border-y border-line">
        {pricingTexts.questions.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex min-h-12 items-center gap-3 py-3 text-lg font-semibold">
              <span
                aria-hidden="true"
                className="w-5 text-center font-display text-2xl leading-none text-muted group-open:rotate-45"
              >
                +
              </span>
              {question}
            </summary>
            <p className="pb-4 pl-8 text-muted">{answer}</p>
          </details>
        ))}
      </div>
      <p className="mt-6">
        {pricingTexts.somethingElse}{' '}
        <Link to="/contact" className="link">
          {pricingTexts.contactUs}
        </Link>
        .
      </p>
    </section>
  )
}
