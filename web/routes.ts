import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

// The URL table of the pages. Mails link to /confirm-contact, /opt-out, /rsvp, /slots, /calendar/{id}/suggest, /calendar/{id}/poll/{id} and /preferences; the Invite button copies /invite/{code}.
export default [
  index('routes/home.tsx'),

  route('about', 'routes/about.tsx'),
  route('community', 'routes/community.tsx'),
  route('contact', 'routes/contact.tsx'),
  route('pricing', 'routes/pricing.tsx'),
  route('purchase', 'routes/purchase.tsx'),
  route('privacy', 'routes/privacy.tsx'),
  route('terms', 'routes/terms.tsx'),

  route('locate-calendar', 'routes/locate-calendar.tsx'),
  route('locate', 'routes/locate-calendar.tsx', { id: 'locate' }),
  route('c/:number/:code?', 'routes/calendar-number.tsx'),
  route('calendar/:id', 'routes/public-calendar.tsx'),
  route('calendar/:id/print', 'routes/calendar-print.tsx'),
  route('calendar/:id/suggest', 'routes/calendar-suggest.tsx'),
  route('calendar/:id/poll/:pollId', 'routes/calendar-poll.tsx'),
  route('calendar/:id/events/:eventId', 'routes/event.tsx'),
  route('calendar/:id/:page', 'routes/plain-page.tsx'),
  route('town/:name', 'routes/town.tsx'),
  route('public/calendars/:id', 'routes/public-calendar.tsx', { id: 'public-calendars' }),
  route('confirm-contact', 'routes/confirm-contact.tsx'),
  route('opt-out', 'routes/opt-out.tsx'),
  route('rsvp', 'routes/rsvp.tsx'),
  route('slots', 'routes/slots.tsx'),
  route('preferences', 'routes/preferences.tsx'),
  route('invite/:code', 'routes/invite.tsx'),

  route('signin', 'routes/sign-in.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  layout('routes/signed-in.tsx', [
    route('dashboard', 'routes/dashboard.tsx'),
    route('account', 'routes/account.tsx'),
    route('towns', 'routes/towns.tsx'),
    route('operator/:part?', 'routes/operator.tsx'),
    route('calendars/:id', 'routes/member-calendar.tsx'),
    route('calendars/:id/events/:eventId', 'routes/member-event.tsx'),
    route('calendars/:id/events/:eventId/rsvp', 'routes/event-roster.tsx'),
    route('calendars/:id/events/:eventId/slots', 'routes/event-board.tsx'),
    route('calendars/:id/events/:eventId/cohosts', 'routes/event-cohosts.tsx'),
    route('calendars/:id/alert', 'routes/calendar-alert.tsx'),
    route('calendars/:id/people', 'routes/calendar-people.tsx'),
    route('calendars/:id/mailings', 'routes/calendar-mailings.tsx'),
    route('calendars/:id/setup', 'routes/calendar-setup.tsx'),
    route('calendars/:id/setup/suggestions', 'routes/calendar-suggestions.tsx'),
    route('calendars/:id/settings', 'routes/dashboard.tsx', { id: 'calendar-settings' }),
  ]),

  route('offline', 'routes/offline.tsx'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
