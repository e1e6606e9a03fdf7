// The mails about an account, in both languages.
import type { Language } from '#domain/languages.ts'
import { alreadyRegistered as alreadyRegisteredInSpanish } from './already-registered.es.ts'
import { alreadyRegistered } from './already-registered.ts'
import { calendarTaken as calendarTakenInSpanish } from './calendar-taken.es.ts'
import { calendarTaken } from './calendar-taken.ts'
import { confirm as confirmInSpanish } from './confirm.es.ts'
import { confirm } from './confirm.ts'
import { emailChange as emailChangeInSpanish } from './email-change.es.ts'
import { emailChange } from './email-change.ts'
import { emailChangeAsked as emailChangeAskedInSpanish } from './email-change-asked.es.ts'
import { emailChangeAsked } from './email-change-asked.ts'
import { emailChanged as emailChangedInSpanish } from './email-changed.es.ts'
import { emailChanged } from './email-changed.ts'
import { emailTaken as emailTakenInSpanish } from './email-taken.es.ts'
import { emailTaken } from './email-taken.ts'
import { goodbye as goodbyeInSpanish } from './goodbye.es.ts'
import { goodbye } from './goodbye.ts'
import { passwordChanged as passwordChangedInSpanish } from './password-changed.es.ts'
import { passwordChanged } from './password-changed.ts'
import { recoveryCodeUsed as recoveryCodeUsedInSpanish } from './recovery-code-used.es.ts'
import { recoveryCodeUsed } from './recovery-code-used.ts'
import { reset as resetInSpanish } from './reset.es.ts'
import { reset } from './reset.ts'
import { twoStepOff as twoStepOffInSpanish } from './two-step-off.es.ts'
import { twoStepOff } from './two-step-off.ts'
import { twoStepOn as twoStepOnInSpanish } from './two-step-on.es.ts'
import { twoStepOn } from './two-step-on.ts'

const en = {
  /** With a link that works once. */
  linked: {
    confirm,
    reset,
    'already-registered': alreadyRegistered,
    'email-change': emailChange,
    'email-taken': emailTaken,
    'two-step-on': twoStepOn,
    'calendar-taken': calendarTaken,
  },
  notices: {
    'email-change-asked': emailChangeAsked,
    'password-changed': passwordChanged,
    'two-step-off': twoStepOff,
    'recovery-code-used': recoveryCodeUsed,
  },
  /** To an address that no longer has an account. */
  partings: { 'email-changed': emailChanged, goodbye },
}

const es: typeof en = {
  linked: {
    confirm: confirmInSpanish,
    reset: resetInSpanish,
    'already-registered': alreadyRegisteredInSpanish,
    'email-change': emailChangeInSpanish,
    'email-taken': emailTakenInSpanish,
    'two-step-on': twoStepOnInSpanish,
    'calendar-taken': calendarTakenInSpanish,
  },
  notices: {
    'email-change-asked': emailChangeAskedInSpanish,
    'password-changed': passwordChangedInSpanish,
    'two-step-off': twoStepOffInSpanish,
    'recovery-code-used': recoveryCodeUsedInSpanish,
  },
  partings: { 'email-changed': emailChangedInSpanish, goodbye: goodbyeInSpanish },
}

export const accountLetters: Record<Language, typeof en> = { en, es }
