import { Link } from 'react-router'
import { plans, priceOf, promises } from '#domain/plans.ts'
import { useSettings } from '#web/api/settings.ts'
import { siteTexts } from '#web/texts/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'

export function AboutPage() {
  const { trial } = useSettings()
  return (
    <Page width="text">
      <PageHead title={siteTexts.meet}>
        For centuries a bell in the square told the whole town that something was on. {'Townbell'} does the same for
        groups whose members no longer pass the square every day.
      </PageHead>
      <div className="prose">
        <h2>Why it exists</h2>
        <p>
          Every group has someone who keeps the dates. They write the newsletter, post in three chat groups, pin a sheet
          to the board, and still hear “no one told me”. The dates were never the problem. Reaching everyone was.
        </p>
        <p>
          A Townbell calendar keeps the dates in one place and spreads the word. On the day of an event, everyone on the
          list gets one clear email, or a text message if they prefer. No one needs an account or an app to follow.
        </p>

        <h2>How it works</h2>
        <ol>
          <li>
            <strong>Create a calendar.</strong> A name, a town, and a sentence about it. It has a public page from the
            first minute, with a number that people can read out over the phone.
          </li>
          <li>
            <strong>Add events and people.</strong> Post events, alerts, notices and FYIs. Add recipients yourself,
            share an invite link with fellow organizers, or let visitors follow by confirming their email address.
          </li>
          <li>
            <strong>The bell rings on the day.</strong> Your calendar writes to everyone on the day of each event, at
            the hour you set and in your town’s time zone. You can preview the email before you post.
          </li>
        </ol>

        <h2>What we promise</h2>
        <ul>
          <li>
            <strong>Only what people asked for.</strong> Followers confirm their address before the first message; an
            admin may also add people who know the group. Every message says why you got it, and one click stops them.
          </li>
          <li>
            <strong>Your list is yours.</strong> We don’t sell it, rent it or write to it ourselves.
          </li>
          <li>
            <strong>For everyone.</strong> Townbell works by keyboard, with a screen reader, on a small old phone and on
            paper: every month can be printed.
          </li>
          {trial && (
            <li>
              <strong>No surprises on the bill.</strong> The free plan is {priceOf(plans.free)} {plans.free.period}. For
              paid plans: {promises.moneyBack}, {promises.setupFees.toLowerCase()}, {promises.cancel.toLowerCase()}.
            </li>
          )}
        </ul>
        <p>
          Questions?{' '}
          <Link to="/contact" className="link">
            Write to us
          </Link>
          . A person will answer.
        </p>
      </div>
      <ButtonLink to="/signin?mode=signup" size="large" className="mt-6">
        {siteTexts.createYourFreeCalendar}
      </ButtonLink>
    </Page>
  )
}
