// The mails about an account.
import { PRODUCT_NAME } from '#domain/company.ts'
import { MAILED_CODE_LIFETIME_MINUTES } from '#domain/limits.ts'
import type { Letter } from '../letter.ts'

/** What some letters say beside a link. */
export type AccountFacts = { code: string; hasPassword: boolean }

export const account = {
  confirm: (url: string): Letter => ({
    subject: `Confirm your email address for ${PRODUCT_NAME}`,
    heading: 'Confirm your email address',
    before: [
      `Welcome to ${PRODUCT_NAME}! Please confirm that this address is yours, and you can create your first calendar.`,
    ],
    button: { label: 'Confirm email address', url },
    after: [
      'The link works once, for 24 hours.',
      "If you didn't create an account, you can ignore this email: nothing happens unless the link is used.",
    ],
    reason: `You're getting this email because someone signed up for ${PRODUCT_NAME} with this address.`,
  }),

  reset: (url: string): Letter => ({
    subject: `Reset your ${PRODUCT_NAME} password`,
    heading: 'Reset your password',
    before: [
      `Someone asked for a new password for the ${PRODUCT_NAME} account with this address. If it was you, choose one now.`,
    ],
    button: { label: 'Choose a new password', url },
    after: [
      'The link works once, for 60 minutes.',
      "If you didn't ask for this, you can ignore this email: your password stays the same.",
    ],
    reason: `You're getting this email because someone requested a password reset at ${PRODUCT_NAME}.`,
  }),

  alreadyRegistered: (url: string): Letter => ({
    subject: `You already have a ${PRODUCT_NAME} account`,
    heading: 'You already have an account',
    before: [
      `Someone just tried to sign up for ${PRODUCT_NAME} with this address, which already has an account. If it was you, just sign in.`,
      "If you don't remember your password, or never set one yourself, choose a new one. That signs out everyone who is signed in to the account.",
    ],
    button: { label: 'Choose a new password', url },
    after: [
      'The link works once, for 60 minutes.',
      "If you didn't sign up, you can ignore this email: nothing has changed.",
    ],
    reason: `You're getting this email because someone signed up for ${PRODUCT_NAME} with this address.`,
  }),

  signInCode: (url: string, _supportEmail: string, _calendar: string, { code }: AccountFacts): Letter => ({
    subject: `${code} is your ${PRODUCT_NAME} code`,
    heading: `Your code is ${code}`,
    before: [
      `Enter it where you asked for it to sign in to ${PRODUCT_NAME}. Reading this in the same browser? Then you can use the button instead.`,
    ],
    button: { label: 'Sign in', url },
    after: [
      `Both work once, for ${MAILED_CODE_LIFETIME_MINUTES} minutes, and only in the browser that asked for them. Nobody from ${PRODUCT_NAME} will ever ask you for the code.`,
      "If you didn't ask for it, you can ignore this email: nobody gets in with it but you.",
    ],
    reason: `You're getting this email because someone entered this address at ${PRODUCT_NAME}.`,
  }),

  proofCode: (_url: string, supportEmail: string, _calendar: string, { code }: AccountFacts): Letter => ({
    subject: `${code} is your ${PRODUCT_NAME} code to confirm a change`,
    heading: `Your code is ${code}`,
    before: [`Enter it on the page that asked for it, to confirm a change of your ${PRODUCT_NAME} account.`],
    after: [
      `It works for ${MAILED_CODE_LIFETIME_MINUTES} minutes, and only in the browser that asked for it. Nobody from ${PRODUCT_NAME} will ever ask you for the code.`,
      `If it wasn't you, someone else is signed in to your account: sign everyone out on your account page, and write to ${supportEmail}.`,
    ],
    reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account.`,
  }),

  emailChange: (url: string): Letter => ({
    subject: `Confirm your new email address for ${PRODUCT_NAME}`,
    heading: 'Confirm your new email address',
    before: [`Someone asked to use this address for their ${PRODUCT_NAME} account. If it was you, please confirm it.`],
    button: { label: 'Use this address', url },
    after: [
      'The link works once, for 24 hours. Until then the account keeps the address it has.',
      "If you didn't ask for this, you can ignore this email: nothing happens unless the link is used.",
    ],
    reason: `You're getting this email because someone entered this address at ${PRODUCT_NAME}.`,
  }),

  emailTaken: (): Letter => ({
    subject: `This address already has a ${PRODUCT_NAME} account`,
    heading: 'This address already has an account',
    before: [
      `Someone asked to use this address for another ${PRODUCT_NAME} account. It already has one of its own, so nothing has changed.`,
      'If it was you, sign in with this address, or delete that account first.',
    ],
    after: ["If it wasn't you, there's nothing you need to do."],
    reason: `You're getting this email because someone entered this address at ${PRODUCT_NAME}.`,
  }),

  twoStepOn: (url: string, supportEmail: string): Letter => ({
    subject: `Two-step sign-in is on for your ${PRODUCT_NAME} account`,
    heading: 'Two-step sign-in is on',
    before: [
      `From now on, signing in to ${PRODUCT_NAME} also asks for a code from your app. All other browsers were signed out.`,
      'Keep your recovery codes somewhere you can find them without your phone.',
    ],
    button: { label: "It wasn't me: turn it off", url },
    after: [
      "If it wasn't you, someone else is signed in to your account. The button turns two-step sign-in off, signs everyone out and lets you choose a new password. It works once, for 7 days, and asks for the password you had when it was turned on.",
      `If you need help, write to ${supportEmail}.`,
    ],
    reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
  }),

  twoStepOnForGood: (url: string, supportEmail: string): Letter => ({
    subject: `Two-step sign-in is on for your ${PRODUCT_NAME} account`,
    heading: 'Two-step sign-in is on',
    before: [
      `From now on, signing in to ${PRODUCT_NAME} also asks for a code from your app. All other browsers were signed out.`,
      'Keep your recovery codes somewhere you can find them without your phone.',
    ],
    button: { label: 'Open your account', url },
    after: [`If it wasn't you, someone else reads your email. Write to ${supportEmail} right away.`],
    reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
  }),

  passkeyAdded: (url: string, supportEmail: string): Letter => ({
    subject: `A passkey was added to your ${PRODUCT_NAME} account`,
    heading: 'A passkey was added',
    before: [
      `From now on, a passkey on one more device opens your ${PRODUCT_NAME} account, without a password or a code.`,
    ],
    button: { label: 'Open your account', url },
    after: [
      `If it wasn't you, remove it on your account page right away, change your password, and write to ${supportEmail}.`,
    ],
    reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
  }),

  passkeyRemoved: (url: string, supportEmail: string): Letter => ({
    subject: `A passkey was removed from your ${PRODUCT_NAME} account`,
    heading: 'A passkey was removed',
    before: [`It no longer opens your ${PRODUCT_NAME} account.`],
    button: { label: 'Open your account', url },
    after: [`If it wasn't you, change your password right away, and write to ${supportEmail}.`],
    reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
  }),

  calendarTaken: (url: string, supportEmail: string, calendar: string, { hasPassword }: AccountFacts): Letter => ({
    subject: `${calendar} has a new owner`,
    heading: 'Your calendar has a new owner',
    before: [
      `The person to whom “${calendar}” was offered has accepted it. They control its settings and members now.`,
    ],
    button: { label: "It wasn't me: take it back", url },
    after: [
      hasPassword
        ? "If you didn't offer it, someone else is signed in to your account. The button gives the calendar back to you. It works once, for 7 days, and asks for the password you had when the calendar was accepted. Then change your password."
        : "If you didn't offer it, someone else is signed in to your account. The button gives the calendar back to you. It works once, for 7 days. Then sign everyone out on your account page.",
      `If you need help, write to ${supportEmail}.`,
    ],
    reason: `You're getting this email because you owned “${calendar}”.`,
  }),

  emailChangeAsked: (url: string, supportEmail: string): Letter => ({
    subject: `A new email address was entered for your ${PRODUCT_NAME} account`,
    heading: 'A new email address was entered',
    before: [
      `Someone who is signed in to your ${PRODUCT_NAME} account asked to change its email address. It will change once the link we sent to the new address is used.`,
    ],
    button: { label: 'Open your account', url },
    after: [
      `If it wasn't you, change your password right away, which cancels the change, and write to ${supportEmail}.`,
    ],
    reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
  }),

  passwordChanged: (url: string, supportEmail: string): Letter => ({
    subject: `Your ${PRODUCT_NAME} password was changed`,
    heading: 'Your password was changed',
    before: [`The password for your ${PRODUCT_NAME} account was just changed, and all other browsers were signed out.`],
    button: { label: 'Sign in', url },
    after: [
      `If it wasn't you, choose "Forgot your password?" on the sign-in page right away, and write to ${supportEmail}.`,
    ],
    reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
  }),

  twoStepOff: (url: string, supportEmail: string): Letter => ({
    subject: `Two-step sign-in is off for your ${PRODUCT_NAME} account`,
    heading: 'Two-step sign-in is off',
    before: [
      `From now on, your ${PRODUCT_NAME} account opens without a code from your app. Your recovery codes no longer work.`,
    ],
    button: { label: 'Open your account', url },
    after: [`If it wasn't you, change your password right away, and write to ${supportEmail}.`],
    reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
  }),

  recoveryCodeUsed: (url: string, supportEmail: string): Letter => ({
    subject: `A recovery code for your ${PRODUCT_NAME} account was used`,
    heading: 'A recovery code was used',
    before: [
      `Someone signed in to your ${PRODUCT_NAME} account with one of your recovery codes. That code no longer works.`,
      'Your account page shows how many you have left and lets you create new ones.',
    ],
    button: { label: 'Open your account', url },
    after: [
      `If it wasn't you, change your password right away, create new recovery codes, and write to ${supportEmail}.`,
    ],
    reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
  }),

  emailChanged: (_url: string, supportEmail: string): Letter => ({
    subject: `The email address of your ${PRODUCT_NAME} account was changed`,
    heading: 'Your email address was changed',
    before: [
      `Your ${PRODUCT_NAME} account now uses another email address. You can no longer sign in with this one, and it won't get any more email about the account.`,
    ],
    after: [`If it wasn't you, write to ${supportEmail} right away.`],
    reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account.`,
  }),

  goodbye: (_url: string, supportEmail: string): Letter => ({
    subject: `Your ${PRODUCT_NAME} account was deleted`,
    heading: 'Goodbye',
    before: [
      `Your ${PRODUCT_NAME} account and everything that belonged to it were deleted, as you asked. Calendars you left to other members wait 30 days for one of them to take them.`,
      "If you follow calendars with this address, you'll still get their emails; each has a link to unsubscribe.",
    ],
    after: [`If it wasn't you, write to ${supportEmail} right away. Thank you for being with us.`],
    reason: `You're getting this email because you had a ${PRODUCT_NAME} account with this address.`,
  }),
}
