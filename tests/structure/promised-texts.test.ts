import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as passwords from '#domain/passwords.ts'
import * as accounts from '#domain/texts/accounts.ts'
import * as events from '#domain/texts/events.ts'
import * as follow from '#domain/texts/follow.ts'
import * as optOut from '#domain/texts/opt-out.ts'
import * as publicCalendar from '#domain/texts/public-calendar.ts'
import * as support from '#domain/texts/support.ts'
import { ERROR_TITLE } from '#domain/texts/toast.ts'
import * as accountForms from '#web/features/account/texts.ts'
import * as calendarScreens from '#web/features/calendars/texts.ts'
import * as contactScreens from '#web/features/contacts/texts.ts'
import * as eventScreens from '#web/features/events/texts.ts'
import * as followScreens from '#web/features/follow/texts.ts'
import * as linkedScreens from '#web/features/linked/texts.ts'
import * as locateScreens from '#web/features/locate/texts.ts'
import * as memberScreens from '#web/features/members/texts.ts'
import * as supportScreens from '#web/features/support/texts.ts'
import * as site from '#web/texts/site.ts'
import { ruleSentences, ruleToasts, sentences, titles, toasts } from './promised-texts.ts'

// In promised-texts.ts, {1} stands for what a template is given.

/** Labels that are fixed word for word. */
const labels = [
  'Create Your Free Calendar',
  'Create Your Free Calendar Today',
  'Community',
  'Calendar Search',
  'Pricing',
  'Contact Us',
  'Sign in',
  'My Calendars',
  'Sign Out',
  'New Password',
  'Confirm New Password',
  'Forgot your password?',
  'Back to sign in',
  'Resend Email',
  'Free Account',
  'New Calendar',
  'No calendars yet',
  'Create Calendar',
  '#{1}',
  'Edit Calendar',
  'Manage Recipients',
  'Settings',
  'Leave',
  'Create New Calendar',
  'Allow Guest Users to Sign Join',
  'Select a state first',
  'Calendar Settings',
  'General',
  'Danger Zone',
  'Leave this calendar',
  'Manage Contact Lists',
  'Back',
  'Invite',
  'Click to add a description',
  'Events for {1}',
  'Add Event',
  'Add Event - {1}',
  'Event Title',
  'Category',
  'Description (optional)',
  'Location Name (optional)',
  'Location Address (optional)',
  'Start Time',
  'End Time',
  'Include in Mailer',
  'Preview Email',
  'Cancel',
  'Create Event',
  'Creating...',
  'Edit Event',
  'Delete Event',
  'Email Preview',
  'No preview available',
  '{1} members',
  'Calendar #{1}',
  'Follow this Calendar',
  'About this calendar',
  'Calendar Not Found',
  "This calendar doesn't exist or has been disabled.",
  'Go Home',
  'Join {1}',
  'Email only',
  'Email + SMS notifications',
  'Include country code (e.g., +1 for US)',
  'Send Confirmation',
  'Search by state, city, or calendar name...',
  'Loading calendars...',
  'No calendars found matching your search',
  'No public calendars available',
  'View Calendar',
  'Find Calendar Again',
  'Go to Home',
  'Unsubscribe',
  'Return to Home',
  'coming soon',
]

type Template = (...values: unknown[]) => unknown

const modules = [
  ...[accounts, events, follow, optOut, publicCalendar, support, passwords, site],
  ...[accountForms, calendarScreens, contactScreens, eventScreens, followScreens, locateScreens, memberScreens],
  ...[linkedScreens, supportScreens],
]
const found = collect(modules)

test('every toast of the catalogue is among the texts, title and body together', () => {
  for (const [title, body] of [...toasts, ...ruleToasts])
    assert.ok(found.has(`${title} / ${body}`), `${title} / ${body}`)
})

test('every fixed title, sentence and label is among the texts', (context) => {
  for (const title of titles) assert.ok(found.has(`${title} /`), title)
  for (const text of [...sentences, ...ruleSentences, ...labels]) assert.ok(found.has(text), text)
  const catalogue = toasts.length + titles.length + sentences.length
  const rules = ruleToasts.length + ruleSentences.length
  context.diagnostic(`catalogue: ${catalogue}; rules: ${rules}; labels: ${labels.length}`)
})

test('a sentence that nobody wrote is not found', () => {
  assert.ok(!found.has('Failed to load calendar.'))
  assert.ok(!found.has('Error / Settings updated'))
})

test('only toasts titled Error are destructive', () => {
  assert.equal(calendarScreens.calendarScreenTexts.deleteFailed.title, ERROR_TITLE)
  assert.notEqual(memberScreens.membershipTexts.lastAdmin.title, ERROR_TITLE)
})

/** All strings, and each toast as "title / body" or, when it is a title alone, "title /". */
function collect(value: unknown, strings = new Set<string>()): Set<string> {
  if (typeof value === 'string') strings.add(value)
  else if (typeof value === 'function') collect(sample(value as Template), strings)
  else if (typeof value === 'object' && value !== null) {
    if ('title' in value && typeof value.title === 'string') {
      strings.add(`${value.title} /${'body' in value ? ` ${value.body}` : ''}`)
    }
    for (const inner of Object.values(value)) collect(inner, strings)
  }
  return strings
}

/** Fills a template with placeholders. Returns null for a function that wants other arguments, such as a number or an object. */
function sample(template: Template): unknown {
  if (template.length === 0 || Object.values(passwords).includes(template as never)) return null
  try {
    return template('{1}', '{2}')
  } catch {
    return null
  }
}
