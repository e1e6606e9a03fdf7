import {
  Building2,
  Church,
  GraduationCap,
  HeartHandshake,
  Home,
  type LucideIcon,
  School,
  Store,
  Trophy,
} from 'lucide-react'
import { Link } from 'react-router'
import { siteTexts } from '#domain/texts/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'

const groups: { icon: LucideIcon; name: string; text: string }[] = [
  {
    icon: Home,
    name: 'Neighborhood associations',
    text: 'Board meetings, block parties, clean-up days, and the water that is off on Tuesday.',
  },
  {
    icon: Building2,
    name: 'Cities',
    text: 'Council sessions, road works, elections, and the farmers market that moved indoors.',
  },
  {
    icon: GraduationCap,
    name: 'Schools',
    text: 'Early dismissals, open houses, and picture day, in time to find a clean shirt.',
  },
  {
    icon: School,
    name: 'PTAs',
    text: 'Bake sales and volunteer shifts that fill up, because everybody heard of them.',
  },
  { icon: Trophy, name: 'Sports leagues', text: 'Games, practices, and rain-outs told on the morning they matter.' },
  {
    icon: Church,
    name: 'Churches',
    text: 'Services, suppers and study groups for members who read email and those who read texts.',
  },
  {
    icon: HeartHandshake,
    name: 'Non-profits',
    text: 'Food drives, trainings and thank-you evenings, with followers who asked to be told.',
  },
  {
    icon: Store,
    name: 'Businesses',
    text: 'Tastings, late openings and workshops for the customers who want to know.',
  },
]

const customs = [
  {
    title: 'Write for a neighbor',
    text: 'Who, what, where, when. One line on why it is worth coming. That is all a good event needs.',
  },
  {
    title: 'Mark it honestly',
    text: 'An alert is something people must act on today. If everything is an alert, nothing is.',
  },
  {
    title: 'Ask before you add',
    text: 'Add people who know you and expect to hear from you. Everyone else can follow the public page themselves.',
  },
  {
    title: 'Let people go',
    text: 'Somebody who unsubscribes stays unsubscribed, on every list and after every import. Only they can change that.',
  },
]

export function CommunityPage() {
  return (
    <Page width="full">
      <PageHead title="A calendar is a promise to show up">
        Groups of every kind keep their dates here. This is what they post, and how they keep their followers glad to
        hear the bell.
      </PageHead>

      <section aria-labelledby="groups">
        <h2 id="groups" className="sr-only">
          Who keeps calendars here
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {groups.map(({ icon: Icon, name, text }) => (
            <li key={name}>
              <Card className="h-full p-5">
                <Icon aria-hidden="true" className="size-7" />
                <h3 className="mt-3 text-lg">{name}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </Card>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="customs" className="mt-16">
        <h2 id="customs" className="text-3xl">
          Customs of the square
        </h2>
        <dl className="mt-6 grid gap-x-10 gap-y-6 md:grid-cols-2">
          {customs.map(({ title, text }) => (
            <div key={title} className="border-l-4 border-bell pl-4">
              <dt className="text-lg font-semibold">{title}</dt>
              <dd className="mt-1 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section className="mt-16 flex flex-wrap items-center gap-4 rounded-2xl bg-bell-soft p-6 sm:p-8">
        <p className="mr-auto text-lg">
          Is your group here already?{' '}
          <Link to="/locate-calendar" className="link">
            Search for its calendar
          </Link>
          .
        </p>
        <ButtonLink to="/signin?mode=signup">{siteTexts.createYourFreeCalendar}</ButtonLink>
      </section>
    </Page>
  )
}
