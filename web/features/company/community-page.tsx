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
import { siteTexts } from '#web/texts/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { communityTexts } from './community-texts.ts'

const groupIcons: LucideIcon[] = [Home, Building2, GraduationCap, School, Trophy, Church, HeartHandshake, Store]

export function CommunityPage() {
  return (
    <Page width="full">
      <PageHead title={communityTexts.title}>{communityTexts.lead}</PageHead>

      <section aria-labelledby="groups">
        <h2 id="groups" className="sr-only">
          {communityTexts.who}
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {communityTexts.groups.map(({ name, text }, index) => {
            const Icon = groupIcons[index]
            return (
              <li key={name}>
                <Card className="h-full p-5">
                  {Icon && <Icon aria-hidden="true" className="size-7" />}
                  <h3 className="mt-3 text-lg">{name}</h3>
                  <p className="mt-1 text-muted">{text}</p>
                </Card>
              </li>
            )
          })}
        </ul>
      </section>

      <section aria-labelledby="customs" className="mt-16">
        <h2 id="customs" className="text-3xl">
          {communityTexts.customsTitle}
        </h2>
        <dl className="mt-6 grid gap-x-10 gap-y-6 md:grid-cols-2">
          {communityTexts.customs.map(({ title, text }) => (
            <div key={title} className="border-l-4 border-bell pl-4">
              <dt className="text-lg font-semibold">{title}</dt>
              <dd className="mt-1 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section className="mt-16 flex flex-wrap items-center gap-4 rounded-2xl bg-bell-soft p-6 sm:p-8">
        <p className="mr-auto text-lg">
          {communityTexts.isHere}{' '}
          <Link to="/locate-calendar" className="link">
            {communityTexts.search}
          </Link>
          .
        </p>
        <ButtonLink to="/signin?mode=signup">{siteTexts.createYourFreeCalendar}</ButtonLink>
      </section>
    </Page>
  )
}
