import { Link } from 'react-router'
import { days, hours } from '#domain/durations.ts'
import {
  ANSWERS_STORED_DAYS,
  CONFIRMATION_LIFETIME_MS,
  KEPT_WHEN_DELETED_MS,
  MINIMUM_AGE,
  TERMS_NOTICE_DAYS,
} from '#domain/limits.ts'
import { useSettings } from '#web/api/settings.ts'
import { LegalPage } from './legal-page.tsx'

const CONFIRMATION_HOURS = CONFIRMATION_LIFETIME_MS / hours(1)

export function PrivacyPage() {
  const { supportEmail, postalAddress } = useSettings()
  return (
    <LegalPage title="Privacy Policy" lead="What we keep about you, why, for how long, and how to have it removed.">
      <h2>The short version</h2>
      <ul>
        <li>We keep only what a shared calendar and its notifications need, and nothing for advertising.</li>
        <li>We don’t sell, rent or trade personal data. There are no advertising trackers on our pages.</li>
        <li>No one is subscribed through a web form without confirming it. Anyone can stop with one click.</li>
      </ul>

      <h2>What we keep</h2>
      <h3>If you have an account</h3>
      <p>
        Your email address, your display name, your password as a hash that can’t be read back, when you confirmed your
        address, and the calendars you own or belong to. When you change a calendar, its members, recipients or events,
        we record who changed what and when, so mistakes can be undone.
      </p>
      <h3>If you follow a calendar</h3>
      <p>
        Your email address and, if you choose text messages, your phone number. We also keep when and from which network
        address you agreed, and the version of the text you agreed to, because the law requires us to be able to prove
        it. A confirmation link works once and for {CONFIRMATION_HOURS} hours.
      </p>
      <h3>If a calendar’s organizers added you</h3>
      <p>
        The address they added, who added it, and when, and the name and tags they gave it, which only they see. Every
        message says which calendar it’s from and lets you opt out right away.
      </p>
      <h3>If you answer, help or suggest</h3>
      <p>
        Your name, your email address and what you said: whether you come and with how many, what you help with or
        bring, which dates suit you, or the event you suggest. Organizers see it. It’s deleted {ANSWERS_STORED_DAYS}{' '}
        days after the event.
      </p>
      <h3>If you turn on notifications in a browser</h3>
      <p>The address at which your browser’s maker delivers them, until you turn them off.</p>
      <h3>If you write to us</h3>
      <p>Your name, your email address and your message, to answer you.</p>
      <h3>When you visit</h3>
      <p>
        Our servers log the time, the page and the network you come from, to keep the service safe and running. Cookies
        store your choice of language, for at most a day that a sign-up or a mailed link belongs to this browser, and
        for half a year that you opened links of your emails in it, so that it may tell you what you follow; none
        follows you. If you sign in, your browser stores your session on your own device. It also stores your choice of
        light or dark, if you make one, and copies of the calendars you looked at last, so that you can read them
        offline. Signing out deletes those copies, and forgets whose emails were opened here.
      </p>

      <h2>What we use it for</h2>
      <p>
        To show calendars, to send the notifications you asked for, to let you sign in, to prevent abuse, and to answer
        you. We don’t use it for anything else.
      </p>

      <h2>Who else sees it</h2>
      <ul>
        <li>
          <strong>Organizers of a calendar</strong> see its recipients and whether messages reached them.
        </li>
        <li>
          <strong>Fellow members</strong> of a calendar see each other’s display names.
        </li>
        <li>
          <strong>The public</strong> sees a calendar’s name, description, town, events, number of members, and the
          contact address its owner chose to publish. It may see how many people come, never who follows or who comes.
        </li>
        <li>
          <strong>Companies that deliver</strong> email and text messages for us get the address and the message, and
          nothing more. If another company provides the captcha or the address search, your browser connects to that
          company when you use it.
        </li>
        <li>
          <strong>Authorities</strong>, only where the law requires it.
        </li>
      </ul>

      <h2>How long we keep it</h2>
      <p>
        For as long as the account or calendar exists. When a calendar is deleted, so are its events and recipients. Its
        owner can restore it for {KEPT_WHEN_DELETED_MS / days(1)} days; after that everything is gone. If you opt out,
        we keep your address on a do-not-contact list, so no one can add you again by mistake.
      </p>
      <p>
        What was sent to whom is deleted about 13 months after it was sent or its event was over, and the record of who
        changed what after three years. Messages to support are deleted after 30 days.
      </p>

      <h2>Your choices</h2>
      <ul>
        <li>
          Stop email: the unsubscribe link in every message, or the{' '}
          <Link to="/opt-out" className="link">
            opt-out page
          </Link>
          .
        </li>
        <li>Stop texts: reply STOP. For help, reply HELP.</li>
        <li>
          With an account: change, export or delete everything yourself on your{' '}
          <Link to="/account" className="link">
            account page
          </Link>
          .
        </li>
        <li>
          Without one: to see, correct or delete what we have about you, write to{' '}
          <a href={`mailto:${supportEmail}`} className="link">
            {supportEmail}
          </a>
          . We answer within 30 days.
        </li>
      </ul>

      <h2>Children</h2>
      <p>
        The service is not for children under {MINIMUM_AGE}, and we don’t knowingly keep data about them. If you believe
        we do, tell us and we will delete it.
      </p>

      <h2>Security</h2>
      <p>
        Connections are encrypted, passwords are hashed, and the database itself checks on every request who may see
        what. No system is perfect; if something happens that concerns you, we will tell you.
      </p>

      <h2>Changes</h2>
      <p>
        If we change this policy in a way that matters, we’ll say so at least {TERMS_NOTICE_DAYS} days before it takes
        effect.
      </p>

      <h2>Who we are</h2>
      <p>
        {postalAddress}.{' '}
        <a href={`mailto:${supportEmail}`} className="link">
          {supportEmail}
        </a>
      </p>
    </LegalPage>
  )
}
