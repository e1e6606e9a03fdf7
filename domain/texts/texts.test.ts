import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as passwords from '../passwords.ts'
import * as accounts from './accounts.ts'
import * as calendars from './calendars.ts'
import * as contacts from './contacts.ts'
import * as events from './events.ts'
import * as follow from './follow.ts'
import * as optOut from './opt-out.ts'
import * as publicCalendar from './public-calendar.ts'
import * as site from './site.ts'
import * as support from './support.ts'
import { isDestructive } from './toast.ts'

// The specification's catalogue, typed here a second time: {1}, {2} stand for what a template is given.

/** §8: toasts with a title and a body. */
const toasts: [string, string][] = [
  ['Error', 'An unexpected error occurred'],
  ['Reset link sent!', 'Check your email for password reset instructions.'],
  ['Check your email!', "We've sent you a confirmation link. Click it to activate your account."],
  ['Error', 'reCAPTCHA verification failed. Please try again.'],
  ['Error', 'Verification failed. Please try again.'],
  ['Error', 'No valid authentication session. Please sign out and sign in again.'],
  ['Error', 'Unable to determine current user ID. Please sign in again.'],
  ['Error', 'No access token available'],
  ['Error', 'An unexpected error occurred. Please try again.'],
  ['Error', 'Failed to create calendar. Please try again.'],
  ['Error', 'Failed to update calendar settings'],
  ['Error', 'Failed to delete calendar'],
  ['Error', 'Failed to load calendars'],
  ['Error', 'Failed to load calendar'],
  ['Error', 'Failed to resend confirmation email'],
  ['Email confirmation required', 'Please confirm your email address before creating calendars.'],
  ['Trial Limitation', 'Trial users can only create 1 calendar. Please upgrade your plan to create more calendars.'],
  [
    'Trial Limitation',
    'Trial users can only add up to 10 contacts per calendar. Please upgrade your plan to add more contacts.',
  ],
  ['Error', 'Unable to verify trial limitations. Please try again.'],
  ['Calendar created!', '{1} is ready for collaboration.'],
  ['Description updated', 'Calendar description has been saved successfully.'],
  ['Name updated', 'Calendar name has been saved successfully.'],
  ['Error', 'Failed to update description. Please try again.'],
  ['Error', 'Failed to update name. Please try again.'],
  ["You've left the calendar", 'You\'re no longer a member of "{1}" and won\'t receive notifications.'],
  ['Error', 'Failed to leave calendar. Please try again.'],
  ['Cannot leave calendar', 'You are the last admin. Transfer ownership or promote another admin before leaving.'],
  ['Access denied', "You don't have access to this calendar."],
  ['Error', 'Failed to load contacts'],
  ['Error', 'Failed to add email'],
  ['Error', 'Failed to remove contact'],
  ['Error', 'This email is already in the contact list'],
  ['Event created', '{1} has been scheduled for {2}'],
  ['Error', 'Failed to create event'],
  ['Error', 'Failed to update event'],
  ['Error', 'Failed to delete event'],
  ['Error', 'Failed to load events'],
  ['Preview Error', 'Failed to generate email preview'],
  ['Preview failed', 'Failed to generate email preview'],
  ['Invalid Email', 'Please enter a valid email address'],
  ['Invalid Phone Number', 'Please enter a valid phone number (E.164 format recommended)'],
  ['Already Subscribed', 'This email is already subscribed to this calendar.'],
  ['Confirmation Pending', 'A confirmation email has already been sent. Please check your inbox.'],
  ['Confirmation Email Sent', 'Please check your email and click the confirmation link to complete your subscription.'],
  ['Error', 'Failed to process your request. Please try again.'],
  ['Error', 'Calendar not found or has been disabled'],
  ['Verification Required', 'Please complete the reCAPTCHA verification to continue.'],
  ['Verification Failed', 'reCAPTCHA verification failed. Please try again.'],
  ['Verification Error', 'Unable to verify reCAPTCHA. Please try again.'],
  ['Message Sent!', "Thank you for your message. We'll get back to you soon!"],
  ['Error', 'Failed to send message'],
]

/** §8: toasts that are a title alone. */
const titles = [
  'Password updated successfully! Please sign in with your new password.',
  'Settings updated',
  'Calendar deleted',
  'Confirmation email sent',
  'Invite link copied!',
  'Email added to contact list',
  'Contact removed from list',
  'Event updated',
  'Event deleted',
]

/** §8: sentences that are no toast. */
const sentences = [
  'Failed to create calendar: {1} {2}',
  'Failed to add member: {1} {2}',
  'Failed to fetch calendars: {1}',
  'Contact Limit Reached: Free accounts are limited to 10 contacts per calendar',
  'Failed to create event: {1}',
  'Invalid confirmation link',
  'Confirmation link not found or already used',
  'This confirmation link has expired. Please request a new one.',
  'You are already subscribed to this calendar',
  "You've successfully subscribed to {1}",
  'Failed to confirm subscription',
  'Link Expired',
  'Confirmation Failed',
  'You have been successfully unsubscribed from notifications.',
  'You are already unsubscribed from these notifications.',
  'Failed to process opt-out request. Please try again.',
]

/** §4 and §5: messages of the rules. */
const ruleToasts: [string, string][] = [
  ['Password validation failed', '{1}'],
  ["Passwords don't match", 'Please make sure both password fields match.'],
  ['Agreement Required', 'Please agree to the Terms of Service and Privacy Policy to create an account.'],
  ['No recipients defined', 'Please add email recipients to your contact list before creating events.'],
  ['Invalid time', 'End time must be after start time'],
  ['SMS Consent Required', 'Please agree to receive SMS messages to continue.'],
]

const ruleSentences = [
  'Password must be at least 8 characters long',
  'Password must be at least 8 characters',
  'Password must contain at least one uppercase letter',
  'Password must contain at least one lowercase letter',
  'Password must contain at least one number',
  'Password must contain at least one special character',
  'Password must be at least 8 characters with uppercase, lowercase, and numbers',
  'Please confirm your password',
  'Past event not allowed',
  'Past event cannot be edited',
  'Template not configured',
  'No template configured',
  'Missing title',
  'Missing start time',
  'Missing end time',
  'Missing category',
  'Missing event title',
  'Invalid email address',
  'Invalid calendar ID',
]

/** §2 and §4: labels the screens quote. */
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
  'Description',
  'Location Name',
  'Location Address',
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

const modules = [accounts, calendars, contacts, events, follow, optOut, publicCalendar, site, support, passwords]
const found = collect(modules)

test('every toast of the catalogue is among the texts, title and body together', () => {
  for (const [title, body] of [...toasts, ...ruleToasts])
    assert.ok(found.has(`${title} / ${body}`), `${title} / ${body}`)
})

test('every title, sentence and label of the specification is among the texts', (context) => {
  for (const title of titles) assert.ok(found.has(`${title} /`), title)
  for (const text of [...sentences, ...ruleSentences, ...labels]) assert.ok(found.has(text), text)
  const catalogue = toasts.length + titles.length + sentences.length
  const rules = ruleToasts.length + ruleSentences.length
  context.diagnostic(`catalogue of §8: ${catalogue}; rules of §4 and §5: ${rules}; labels of §2: ${labels.length}`)
})

test('a sentence that nobody wrote is not found', () => {
  assert.ok(!found.has('Failed to load calendar.'))
  assert.ok(!found.has('Error / Settings updated'))
})

test('only toasts titled Error are destructive', () => {
  assert.ok(isDestructive(calendars.calendarTexts.deleteFailed))
  assert.ok(!isDestructive(calendars.calendarTexts.lastAdmin))
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

/** What a template says of placeholders. The password functions are no templates and take other things. */
function sample(template: Template): unknown {
  return template.length > 0 && !Object.values(passwords).includes(template as never) ? template('{1}', '{2}') : null
}
