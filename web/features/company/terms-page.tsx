import { Link } from 'react-router'
import { PRODUCT_NAME } from '#domain/company.ts'
import { MINIMUM_AGE, MONEY_BACK_DAYS, TERMS_NOTICE_DAYS, TRIAL_CALENDARS, TRIAL_CONTACTS } from '#domain/limits.ts'
import { plans, priceOf } from '#domain/plans.ts'
import { useSettings } from '#web/api/settings.ts'
import { LegalPage } from './legal-page.tsx'

export function TermsPage() {
  const { supportEmail, postalAddress, trial } = useSettings()
  return (
    <LegalPage title="Terms of Service" lead={`The agreement between you and ${PRODUCT_NAME}, in plain words.`}>
      <h2>1. Who may use it</h2>
      <p>
        You need to be able to agree to these terms, and be at least {MINIMUM_AGE} years old: the service is not for
        children under {MINIMUM_AGE}. If you act for an organization, you agree on its behalf.
      </p>

      <h2>2. Your account</h2>
      <p>
        Give a real email address, keep your password to yourself, and tell us if someone else may have it. You’re
        responsible for what happens in your account. You need to confirm your email address before you can create
        calendars.
      </p>

      <h2>3. What you post stays yours</h2>
      <p>
        Calendars, events and lists belong to you. You let us store, show and send them as needed to run the service. A
        calendar’s page is public unless it’s disabled, so don’t post anything that must stay private.
      </p>

      <h2>4. Writing to people</h2>
      <p>The service only works if people want its messages. So you agree that:</p>
      <ul>
        <li>you add only people who asked for it or would expect to hear from your group;</li>
        <li>you don’t use bought, rented or harvested lists;</li>
        <li>you don’t send anything unlawful, misleading or hateful, or pretend to be someone else;</li>
        <li>you don’t try to get around an opt-out. An opt-out overrides every list.</li>
      </ul>
      <p>We may pause sending for a calendar that breaks these rules, and close accounts that keep doing so.</p>

      <h2>5. Text messages</h2>
      <p>
        Followers who choose text messages agree to automated SMS notifications about the events of the calendar they
        follow. Message frequency varies with the calendar. Message and data rates may apply. Reply STOP to opt out or
        HELP for help. Carriers are not liable for delayed or undelivered messages.
      </p>

      <h2>6. Plans and payment</h2>
      {trial ? <Plans /> : <p>Using {PRODUCT_NAME} on this site is free.</p>}

      <h2>7. The service</h2>
      <p>
        We work to keep it running and messages on time, but email and text messages pass through other companies, and
        we can’t promise that every one arrives. Don’t rely on {PRODUCT_NAME} alone where lives depend on it: in an
        emergency call 911.
      </p>

      <h2>8. Ending it</h2>
      <p>
        You may delete your calendars, and your account on its page, at any time. We may end accounts that break these
        terms; unless the law or the safety of others forbids it, we’ll tell you first and let you export your data.
      </p>

      <h2>9. Liability</h2>
      <p>
        The service is provided as is. To the extent the law allows, we are not liable for indirect damages, and our
        total liability is limited to what you paid us in the previous twelve months. Nothing here limits rights that
        you can’t waive by law.
      </p>

      <h2>10. Changes</h2>
      <p>
        We give at least {TERMS_NOTICE_DAYS} days’ notice of material changes, by email to account holders and on this
        page. If you don’t agree with a change, you can leave before it takes effect.
      </p>

      <h2>11. How to reach us</h2>
      <p>
        {postalAddress}.{' '}
        <a href={`mailto:${supportEmail}`} className="link">
          {supportEmail}
        </a>
        . See also our{' '}
        <Link to="/privacy" className="link">
          Privacy Policy
        </Link>
        .
      </p>
    </LegalPage>
  )
}

function Plans() {
  return (
    <ul>
      <li>
        {plans.free.name}: {priceOf(plans.free)} {plans.free.period}. A free account may join any number of calendars by
        invite. As long as it has joined none, it may create {TRIAL_CALENDARS} calendar with up to {TRIAL_CONTACTS}{' '}
        contacts.
      </li>
      <li>
        {plans.pro.name}: {priceOf(plans.pro)} {plans.pro.period}. {plans.enterprise.name}: {priceOf(plans.enterprise)}{' '}
        {plans.enterprise.period}. See what’s in each plan on the{' '}
        <Link to="/pricing" className="link">
          pricing page
        </Link>
        .
      </li>
      <li>
        There are no setup fees, and you can cancel anytime. If you cancel, your plan ends with the month you’ve paid
        for.
      </li>
      <li>
        If a paid plan isn’t for you, tell us within {MONEY_BACK_DAYS} days of the first payment and you get your money
        back.
      </li>
      <li>Online payment isn’t available yet. Until it is, contact us to arrange a paid plan.</li>
    </ul>
  )
}
