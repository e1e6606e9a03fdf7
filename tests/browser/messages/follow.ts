import type { Page } from 'playwright'
import { preferencesLink } from '#messages/preferences-link.ts'
import { button, dialog, field } from '#testing/browser/acts.ts'
import { caughtLink } from '#testing/mailbox.ts'
import type { Act, Scene } from './message.ts'
import type { Seed } from './seed.ts'

const publicElm = ({ calendars }: Seed) => `/calendar/${calendars.elm.id}`
const NOWHERE = '00000000-0000-4000-8000-000000000000'

/** Fills the dialog, opened first if it is not, and sends it. */
const follow = async (page: Page, email: string, phone?: { number: string; consent: boolean }) => {
  const join = dialog(page, /^Join /)
  if (!(await join.isVisible())) await button(page, 'Follow this Calendar').click()
  await field(join, /^Email address/).fill(email)
  if (phone) {
    await join.getByRole('radio', { name: 'Email + SMS notifications' }).check()
    await field(join, /^Phone number/).fill(phone.number)
    await join.getByRole('checkbox').setChecked(phone.consent)
  } else {
    await join.getByRole('radio', { name: 'Email only' }).check()
  }
  await button(join, 'Send Confirmation').click()
}

/** Follows anew, and gives the link in the mail. */
const linkFor = async ({ app, calendars }: Seed, email: string): Promise<string> => {
  const answer = await fetch(`${app.url}/functions/v1/send-contact-confirmation`, {
    method: 'POST',
    headers: { apikey: app.config.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, calendar_id: calendars.elm.id }),
  })
  if (!answer.ok) throw new Error(`could not follow: ${answer.status} ${await answer.text()}`)
  return caughtLink(app.pool, email, '/confirm-contact')
}

/** Opens a link that only the reader of the address has. Only then the form says what the address has to do with the calendar. */
const prove = async ({ page, seed }: Act, address: string) => {
  const read = page.waitForResponse(/get-preferences/)
  await page.goto(preferencesLink({ ...seed.app.config, siteUrl: seed.app.url, address, now: new Date() }))
  await read
  await page.goto(publicElm(seed))
}

const openExpired = async ({ page, seed }: Act) => {
  const link = await linkFor(seed, 'late@town.example')
  const sql = `update public.pending_contact_confirmations
    set created_at = now() - interval '10 days', expires_at = now() - interval '1 day' where email = 'late@town.example'`
  await seed.app.pool.query(sql)
  await page.goto(link)
}

const confirmAndLookAgain = async ({ page, seed }: Act) => {
  const link = await linkFor(seed, 'twice@town.example')
  // An admin was faster.
  await seed.app.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'twice@town.example')`,
    [seed.calendars.elm.id],
  )
  await page.goto(link)
}

const optOut = async (page: Page, email: string) => {
  await field(page, /^Email address/).fill(email)
  await button(page, 'Unsubscribe').click()
}

const openDialog = async (page: Page) => {
  const fetched = page.waitForResponse(/follow-challenge/)
  await button(page, 'Follow this Calendar').click()
  await fetched
}

/** Where browsers prove that they have worked before they may follow. */
export const provenScenes: Scene[] = [
  {
    name: 'following, with a proof',
    at: publicElm,
    messages: [
      {
        says: 'Error / Failed to process your request. Please try again.',
        when: 'no puzzle can be had',
        fails: { method: 'POST', path: /follow-challenge/ },
        act: ({ page }) => follow(page, 'proved@town.example'),
      },
      {
        says: 'Confirmation Email Sent / Please check your email and click the confirmation link to complete your subscription.',
        when: 'the browser has done its work',
        act: ({ page }) => follow(page, 'proved@town.example'),
      },
      {
        says: 'Confirmation Email Sent / Please check your email and click the confirmation link to complete your subscription.',
        when: 'so many followed since the form was opened that more work is asked for',
        act: async ({ page, seed }) => {
          await button(dialog(page, 'Check your email'), 'Close').first().click()
          await dialog(page, 'Check your email').waitFor({ state: 'detached' })
          await openDialog(page)
          await button(page, 'Wrong address?').click()
          await seed.app.pool.query(`update private.rate_limits set taken = 40 where key like 'follow-calendar:%'`)
          await follow(page, 'harder@town.example')
        },
      },
    ],
  },
]

export const followScenes: Scene[] = [
  {
    name: 'following',
    at: publicElm,
    messages: [
      {
        says: 'Invalid Email / Please enter a valid email address',
        when: 'it is none',
        act: ({ page }) => follow(page, 'not an address'),
      },
      {
        says: 'Invalid Phone Number / Please enter a valid phone number (E.164 format recommended)',
        when: 'it is none',
        act: ({ page }) => follow(page, 'guest@town.example', { number: '0', consent: true }),
      },
      {
        says: 'SMS Consent Required / Please agree to receive SMS messages to continue.',
        when: 'it was not given',
        act: ({ page }) => follow(page, 'guest@town.example', { number: '+18025550123', consent: false }),
      },
      {
        says: 'Already Subscribed / This email is already subscribed to this calendar.',
        when: 'it is',
        act: async (act) => {
          await prove(act, 'ann@town.example')
          await follow(act.page, 'ann@town.example')
        },
      },
      {
        says: 'Error / Failed to process your request. Please try again.',
        when: 'the server cannot be reached',
        fails: { method: 'POST', path: /send-contact-confirmation/ },
        act: ({ page }) => follow(page, 'guest@town.example'),
      },
      {
        says: 'Confirmation Email Sent / Please check your email and click the confirmation link to complete your subscription.',
        when: 'it was sent',
        act: ({ page }) => follow(page, 'guest@town.example'),
      },
      {
        says: 'Confirmation Pending / A confirmation email has already been sent. Please check your inbox.',
        when: 'it was sent before',
        act: async (act) => {
          await prove(act, 'guest@town.example')
          await button(act.page, 'Follow this Calendar').click()
          await button(act.page, 'Wrong address?').click()
          await dialog(act.page, /^Join /).waitFor()
          await follow(act.page, 'guest@town.example')
        },
      },
    ],
  },
  {
    name: 'a public calendar',
    at: () => '/locate-calendar',
    messages: [
      {
        says: 'Error / Failed to load calendars',
        when: 'they cannot be searched',
        fails: { method: 'GET', path: /locate-calendar\.data$/ },
        act: ({ page }) => page.getByRole('searchbox').fill('elm'),
      },
      {
        says: 'Error / Failed to load calendar',
        when: 'it cannot be fetched',
        fails: { method: 'GET', path: /calendar\/.*\.data$/ },
        act: async ({ page }) => {
          await page.goto('/locate-calendar?q=trial')
          await page.getByRole('link', { name: 'Trial Terrace' }).click()
        },
      },
      {
        says: 'Error / Calendar not found or has been disabled',
        when: 'there is none',
        act: ({ page }) => page.goto(`/calendar/${NOWHERE}`),
      },
      {
        says: "This calendar doesn't exist or has been disabled.",
        when: 'it was disabled',
        from: '/',
        act: async ({ page, seed }) => {
          const { app, calendars } = seed
          await app.pool.query('update public.calendars set disabled = true where id = $1', [calendars.ash.id])
          await page.goto(`/public/calendars/${calendars.ash.id}`)
        },
      },
    ],
  },
  {
    name: 'the link in the mail',
    at: () => '/',
    messages: [
      { says: 'Invalid confirmation link', when: 'it has no token', act: ({ page }) => page.goto('/confirm-contact') },
      {
        says: 'Confirmation link not found or already used',
        when: 'nobody gave out the token',
        act: ({ page }) => page.goto('/confirm-contact?token=nobody-gave-it-out'),
      },
      {
        says: 'Failed to confirm subscription',
        when: 'the server cannot be reached',
        fails: { method: 'POST', path: /confirm-contact-subscription/ },
        act: ({ page }) => page.goto('/confirm-contact?token=any'),
      },
      {
        says: 'Confirmation Failed',
        when: 'it did not work',
        from: '/',
        act: ({ page }) => page.goto('/confirm-contact'),
      },
      {
        says: 'This confirmation link has expired. Please request a new one.',
        when: 'it is too old',
        act: openExpired,
      },
      {
        says: "You've successfully subscribed to {1}",
        filled: ({ calendars }) => [calendars.trial.name],
        when: 'it worked',
        act: async ({ page, seed }) => {
          await seed.app.pool.query('delete from public.calendar_contacts where calendar_id = $1', [
            seed.calendars.trial.id,
          ])
          await page.goto(`/calendar/${seed.calendars.trial.id}`)
          await follow(page, 'fan@town.example')
          await page.goto(await caughtLink(seed.app.pool, 'fan@town.example', '/confirm-contact'))
        },
      },
      {
        says: 'Link Expired',
        when: 'a link is too old',
        from: '/',
        act: async ({ page, seed }) => {
          await page.goto(await caughtLink(seed.app.pool, 'late@town.example', '/confirm-contact'))
        },
      },
      {
        says: 'You are already subscribed to this calendar',
        when: 'an admin was faster',
        act: confirmAndLookAgain,
      },
    ],
  },
  {
    name: 'opting out',
    at: ({ calendars }) => `/opt-out?calendar=${calendars.elm.id}`,
    messages: [
      { says: 'Invalid email address', when: 'it is none', act: ({ page }) => optOut(page, 'not an address') },
      {
        says: 'Failed to process opt-out request. Please try again.',
        when: 'the server cannot be reached',
        fails: { method: 'POST', path: /functions\/v1\/opt-out/ },
        act: ({ page }) => optOut(page, 'ann@town.example'),
      },
      {
        says: 'You have been successfully unsubscribed from notifications.',
        when: 'it worked',
        act: ({ page }) => optOut(page, 'ann@town.example'),
      },
      {
        says: 'You are already unsubscribed from these notifications.',
        when: 'it is the second time',
        act: async ({ page, seed }) => {
          await page.goto(`/opt-out?calendar=${seed.calendars.elm.id}`)
          await optOut(page, 'ann@town.example')
        },
      },
      {
        says: 'Invalid calendar ID',
        when: 'the address names no calendar',
        act: async ({ page }) => {
          await page.goto('/opt-out?calendar=elm')
          await optOut(page, 'ann@town.example')
        },
      },
    ],
  },
]
