import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { MONEY_BACK_DAYS, TRIAL_CALENDARS, TRIAL_CONTACTS } from '#domain/limits.ts'
import { type Plan, planIds, plans, priceOf, promises } from '#domain/plans.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Page, PageHead } from '#web/ui/page.tsx'

export function PricingPage() {
  return (
    <Page width="full">
      <PageHead title="Simple plans for every group">
        Start free and stay free for as long as it fits. {promises.card}.
      </PageHead>
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
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h2 id={headingId} className="text-2xl">
          {plan.name}
        </h2>
        {featured && <Badge look="bell">Most groups</Badge>}
      </div>
      <p className="mt-1 text-muted lg:min-h-13">{plan.summary}</p>
      <p className="mt-5 flex items-baseline gap-2">
        <span className="font-display text-5xl font-bold">{priceOf(plan)}</span>
        <span className="text-muted">{plan.period}</span>
      </p>
      <ul className="mt-6 mb-8 space-y-2.5">
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
            {feature}
          </li>
        ))}
      </ul>
      {plan.id === 'free' ? (
        <ButtonLink to="/signin?mode=signup" look="secondary" className="mt-auto">
          Get started free
        </ButtonLink>
      ) : (
        <ButtonLink to={`/purchase?plan=${plan.id}`} look={featured ? 'primary' : 'secondary'} className="mt-auto">
          Choose {plan.name}
        </ButtonLink>
      )}
    </li>
  )
}

const questions = [
  {
    question: 'Is the free plan really free?',
    answer: `Yes: ${priceOf(plans.free)} ${plans.free.period}, and no credit card. A free account has ${TRIAL_CALENDARS} calendar and up to ${TRIAL_CONTACTS} contacts on it.`,
  },
  {
    question: 'Do people who follow a calendar pay anything?',
    answer:
      'Never. They do not even need an account. For text messages their carrier’s message and data rates may apply.',
  },
  {
    question: 'How do I upgrade?',
    answer: 'Online payment is coming soon. Until then, write to us and we set up your plan the same day.',
  },
  {
    question: 'What if it is not for us?',
    answer: `Cancel anytime. In the first ${MONEY_BACK_DAYS} days of a paid plan you get your money back.`,
  },
  {
    question: 'Are there setup fees?',
    answer: 'No setup fees, for any plan.',
  },
]

function Questions() {
  return (
    <section aria-labelledby="questions" className="mt-16 max-w-3xl">
      <h2 id="questions" className="text-3xl">
        Frequently asked questions
      </h2>
      <div className="mt-6 divide-y divide-line border-y border-line">
        {questions.map(({ question, answer }) => (
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
        Something else?{' '}
        <Link to="/contact" className="link">
          Contact us
        </Link>
        .
      </p>
    </section>
  )
}
