import { BellRing, CalendarPlus, type LucideIcon, UsersRound } from 'lucide-react'
import { eventCategories } from '#domain/categories.ts'
import { useSettings } from '#web/api/settings.ts'
import { CategoryBadge } from '#web/features/calendar-view/category-mark.tsx'
import { siteTexts } from '#web/texts/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { HeroWords } from './hero-words.tsx'
import { homeTexts } from './home-texts.ts'
import { PhoneMail } from './phone-mail.tsx'
import { ServerExample } from './server-example.tsx'

const SIGN_UP = '/signin?mode=signup'

export function HomePage() {
  return (
    <>
      <Hero />
      <Example />
      <Steps />
      <Kinds />
      <Closing />
    </>
  )
}

/**
 * Aligned to the top: a browser may paint the page while it is still arriving, and in centered columns the words would move
 * when the picture comes.
 */
function Hero() {
  const { trial } = useSettings()
  return (
    <section className="mx-auto grid max-w-7xl items-start gap-12 px-4 pt-10 pb-16 sm:px-6 sm:pt-16 lg:grid-cols-[1.15fr_1fr] lg:gap-16 lg:pb-24">
      <HeroWords>
        {(words, pause) => (
          <div>
            <h1 className="text-[2.375rem] leading-[1.25] sm:text-[3.25rem]">
              {homeTexts.title} {words}
            </h1>
            <p className="mt-6 max-w-xl text-lg text-muted sm:text-xl">{homeTexts.lead}</p>
            <div className="mt-8 flex flex-wrap items-center gap-3">
              <ButtonLink to={SIGN_UP} size="large">
                {siteTexts.createYourFreeCalendar}
              </ButtonLink>
              <ButtonLink to="/locate-calendar" variant="secondary" size="large">
                {homeTexts.find}
              </ButtonLink>
            </div>
            <div className="mt-4 flex flex-col items-start gap-x-4 gap-y-1 text-sm text-muted sm:flex-row sm:items-center">
              {trial && <span>{homeTexts.trial}</span>}
              {pause}
            </div>
          </div>
        )}
      </HeroWords>
      <PhoneMail />
    </section>
  )
}

function Example() {
  return (
    <section aria-labelledby="example" className="mx-auto max-w-[100rem] px-4 pb-16 sm:px-6 sm:pb-20">
      <div className="mx-auto max-w-308">
        <h2 id="example" className="text-3xl sm:text-4xl">
          {homeTexts.example.title}
        </h2>
        <p className="mt-3 max-w-2xl text-lg text-muted">{homeTexts.example.lead}</p>
      </div>
      <ServerExample className="mt-8 min-h-152 rounded-2xl border border-line bg-card p-4 shadow-card select-none sm:p-6" />
    </section>
  )
}

const stepIcons: LucideIcon[] = [CalendarPlus, UsersRound, BellRing]

function Steps() {
  return (
    <section aria-labelledby="steps" className="border-y border-line bg-sunk">
      <div className="mx-auto max-w-7xl px-4 py-16 sm:px-6 sm:py-20">
        <h2 id="steps" className="text-3xl sm:text-4xl">
          {homeTexts.stepsTitle}
        </h2>
        <ol className="mt-10 grid gap-6 md:grid-cols-3">
          {homeTexts.steps.map(({ title, text }, index) => {
            const Icon = stepIcons[index]
            return (
              <li key={title} className="rounded-2xl border border-line bg-card p-6 shadow-card">
                <div className="flex items-center gap-3">
                  <span className="grid size-11 place-items-center rounded-full bg-bell font-display text-xl font-semibold text-bell-ink">
                    {index + 1}
                  </span>
                  {Icon && <Icon aria-hidden="true" className="size-6 text-muted" />}
                </div>
                <h3 className="mt-4 text-xl">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </li>
            )
          })}
        </ol>
      </div>
    </section>
  )
}

function Kinds() {
  return (
    <section aria-labelledby="kinds" className="mx-auto max-w-7xl px-4 py-16 sm:px-6 sm:py-20">
      <h2 id="kinds" className="max-w-2xl text-3xl sm:text-4xl">
        {homeTexts.kindsTitle}
      </h2>
      <p className="mt-3 max-w-2xl text-lg text-muted">{homeTexts.kindsLead}</p>
      <ul className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {eventCategories.map((category) => (
          <li key={category} className="border-t-2 border-line-strong pt-4">
            <CategoryBadge category={category} />
            <p className="mt-3 text-muted">{homeTexts.kinds[category]}</p>
          </li>
        ))}
      </ul>
      <h2 className="mt-16 text-3xl sm:text-4xl">{homeTexts.moreTitle}</h2>
      <ul className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {homeTexts.more.map(({ title, text }) => (
          <li key={title}>
            <h3 className="text-xl">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Closing() {
  return (
    <section className="mx-auto max-w-7xl px-4 pb-16 sm:px-6 sm:pb-24">
      <div className="flex flex-col items-start gap-6 rounded-3xl bg-bell-soft p-8 sm:p-12 lg:flex-row lg:items-center lg:justify-between">
        <div>
          <h2 className="text-3xl sm:text-4xl">{homeTexts.closingTitle}</h2>
          <p className="mt-2 text-lg text-muted">{homeTexts.closing}</p>
        </div>
        <ButtonLink to={SIGN_UP} size="large" className="shrink-0">
          {siteTexts.createYourFreeCalendar}
        </ButtonLink>
      </div>
    </section>
  )
}
