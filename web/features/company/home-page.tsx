import { BellRing, CalendarPlus, type LucideIcon, UsersRound } from 'lucide-react'
import { promises } from '#domain/plans.ts'
import { siteTexts } from '#domain/texts/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CategoryBadge } from '#web/ui/category-mark.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { HeroWords } from './hero-words.tsx'

const SIGN_UP = '/signin?mode=signup'

export function HomePage() {
  return (
    <>
      <Hero />
      <Steps />
      <Kinds />
      <Closing />
    </>
  )
}

function Hero() {
  return (
    <section className="mx-auto grid max-w-7xl items-center gap-12 px-4 pt-10 pb-16 sm:px-6 sm:pt-16 lg:grid-cols-[1.15fr_1fr] lg:gap-16 lg:pb-24">
      <HeroWords>
        {(words, pause) => (
          <div>
            <h1 className="text-[2.375rem] leading-[1.25] sm:text-[3.25rem]">
              The shared calendar that reaches everyone, for {words}
            </h1>
            <p className="mt-6 max-w-xl text-lg text-muted sm:text-xl">
              Post an event once. Everyone who follows your calendar hears about it on the day, by email and by text
              message. There is no app to install.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-3">
              <ButtonLink to={SIGN_UP} size="large">
                {siteTexts.createYourFreeCalendar}
              </ButtonLink>
              <ButtonLink to="/locate-calendar" look="secondary" size="large">
                Find a calendar
              </ButtonLink>
            </div>
            <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
              <span>Free trial. {promises.card}.</span>
              {pause}
            </div>
          </div>
        )}
      </HeroWords>
      <HeroPicture />
    </section>
  )
}

const steps: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: CalendarPlus,
    title: 'Create your calendar',
    text: 'Give it a name and a town. It gets a public page that neighbors can find, follow and print.',
  },
  {
    icon: UsersRound,
    title: 'Add events and people',
    text: 'Post events, alerts and notices. Add recipients yourself, or let visitors follow with one confirmed email.',
  },
  {
    icon: BellRing,
    title: 'Everyone hears, on the day',
    text: 'On the morning of each event, your calendar writes to everyone: one email with the day’s events, or a text.',
  },
]

function Steps() {
  return (
    <section aria-labelledby="steps" className="border-y border-line bg-sunk">
      <div className="mx-auto max-w-7xl px-4 py-16 sm:px-6 sm:py-20">
        <h2 id="steps" className="text-3xl sm:text-4xl">
          Three steps, and the bell rings
        </h2>
        <ol className="mt-10 grid gap-6 md:grid-cols-3">
          {steps.map(({ icon: Icon, title, text }, index) => (
            <li key={title} className="rounded-2xl border border-line bg-card p-6 shadow-card">
              <div className="flex items-center gap-3">
                <span className="grid size-11 place-items-center rounded-full bg-bell font-display text-xl font-bold text-bell-ink">
                  {index + 1}
                </span>
                <Icon aria-hidden="true" className="size-6 text-muted" />
              </div>
              <h3 className="mt-4 text-xl">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const kinds = [
  { category: 'Event', text: 'Concerts, games, meetings and everything with a beginning and an end.' },
  { category: 'Alert', text: 'Water off, road closed, storm coming. What people must know today.' },
  { category: 'Notice', text: 'Elections, deadlines, street cleaning. What people should plan for.' },
  { category: 'FYI', text: 'Lost cats, found keys, good news. What people like to know.' },
] as const

function Kinds() {
  return (
    <section aria-labelledby="kinds" className="mx-auto max-w-7xl px-4 py-16 sm:px-6 sm:py-20">
      <h2 id="kinds" className="max-w-2xl text-3xl sm:text-4xl">
        Say what kind of news it is
      </h2>
      <p className="mt-3 max-w-2xl text-lg text-muted">
        Every entry carries one of four marks, so readers see at a glance what is a date and what is a warning.
      </p>
      <ul className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {kinds.map(({ category, text }) => (
          <li key={category} className="border-t-2 border-line-strong pt-4">
            <CategoryBadge category={category} />
            <p className="mt-3 text-muted">{text}</p>
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
          <h2 className="text-3xl sm:text-4xl">Your town is waiting to hear from you</h2>
          <p className="mt-2 text-lg text-muted">
            Set up takes about two minutes. {promises.card}, {promises.cancel.toLowerCase()}.
          </p>
        </div>
        <ButtonLink to={SIGN_UP} size="large" className="shrink-0">
          {siteTexts.createYourFreeCalendar}
        </ButtonLink>
      </div>
    </section>
  )
}
