// The people, calendars and events of the demo town.
import type { EventCategory } from '#domain/categories.ts'

export type DemoCalendar = {
  name: string
  description: string
  state: string
  city: string
  /** The first is the owner; the others are members, admins marked with a star. */
  people: string[]
  guests: boolean
  contacts: number
  phones: number
  events: DemoEvent[]
}

interface Details {
  /** Days from today. */
  first: number
  /** Repeats after so many days. */
  every?: number
  place?: string
  address?: string
  description?: string
}

export type DemoEvent = ReturnType<typeof event>

function event(category: EventCategory, title: string, from: string, to: string, details: Details) {
  return { category, title, from, to, ...details }
}

export const people = [
  'Maria Alvarez',
  'Sam Okafor',
  'Dana Whitfield',
  'Priya Raman',
  'Luke Jensen',
  'Ruth Abernathy',
  'Theo Nakamura',
  // On trial, with no calendar yet.
  'Nina Castellano',
]

export const calendars: DemoCalendar[] = [
  {
    name: 'Barton Hills Neighborhood',
    description: 'Meetings, clean-ups and porch concerts of the Barton Hills Neighborhood Association.',
    state: 'Texas',
    city: 'Austin',
    people: ['Maria Alvarez', 'Sam Okafor*', 'Dana Whitfield', 'Priya Raman'],
    guests: true,
    contacts: 46,
    phones: 12,
    events: [
      event('Event', 'Porch concert: The Low Creek Band', '18:30', '20:30', {
        first: 0,
        place: 'Zilker Porch',
        address: '2100 Barton Springs Rd, Austin, TX',
        description: 'Bring a chair. Dogs welcome; please leave grills at home.',
      }),
      event('Event', 'Creek clean-up', '08:00', '11:00', { first: 6, every: 14, place: 'Barton Creek Trailhead' }),
      event('Alert', 'Water main work on Rabb Road', '09:00', '15:00', {
        first: 3,
        description: 'Expect low pressure until mid-afternoon.',
      }),
      event('Notice', 'Association meeting', '19:00', '20:30', { first: 9, place: 'Barton Hills Elementary' }),
      event('FYI', 'Bulk trash pick-up week', '06:30', '18:00', { first: 12 }),
      event('Event', 'Tool library open hours', '10:00', '12:00', { first: 1, every: 7, place: 'The Shed' }),
    ],
  },
  {
    name: 'Lincoln Elementary PTA',
    description: 'Everything a Lincoln family should not miss.',
    state: 'Oregon',
    city: 'Portland',
    people: ['Priya Raman', 'Luke Jensen*', 'Maria Alvarez'],
    guests: true,
    contacts: 118,
    phones: 41,
    events: [
      event('Event', 'Book fair', '08:00', '15:30', { first: 2, every: 1, place: 'School library' }),
      event('Alert', 'Early release day', '12:15', '15:00', {
        first: 5,
        every: 14,
        description: 'Buses leave at 12:25.',
      }),
      event('Notice', 'PTA general meeting', '18:30', '20:00', { first: 10, place: 'Cafeteria' }),
      event('FYI', 'Picture day', '08:30', '12:00', { first: 13 }),
      event('Event', 'Science night', '18:00', '19:30', { first: 17, place: 'Gym' }),
    ],
  },
  {
    name: 'Riverside Youth Soccer',
    description: 'Games and practices, under 8 to under 14. Rain-outs are posted here first.',
    state: 'Ohio',
    city: 'Columbus',
    people: ['Luke Jensen', 'Sam Okafor', 'Theo Nakamura*'],
    guests: true,
    contacts: 84,
    phones: 60,
    events: [
      event('Event', 'U10 practice', '17:30', '18:45', { first: 0, every: 3, place: 'Field 3' }),
      event('Event', 'Saturday games', '09:00', '14:00', {
        first: 4,
        every: 7,
        place: 'Whetstone Park',
        address: '3923 N High St, Columbus, OH',
      }),
      event('Alert', 'Field 2 closed for reseeding', '07:00', '20:00', { first: 8 }),
      event('Notice', 'Uniform exchange', '18:00', '19:00', { first: 15 }),
    ],
  },
  {
    name: 'First Methodist Church',
    description: 'Worship, meals and music. Everyone is welcome at every one of them.',
    state: 'Georgia',
    city: 'Savannah',
    people: ['Ruth Abernathy', 'Dana Whitfield*'],
    guests: true,
    contacts: 63,
    phones: 9,
    events: [
      event('Event', 'Community supper', '17:30', '19:00', {
        first: 2,
        every: 7,
        place: 'Fellowship hall',
        description: 'Free. Vegetarian table too.',
      }),
      event('Event', 'Choir rehearsal', '19:00', '20:30', { first: 3, every: 7, place: 'Sanctuary' }),
      event('Notice', 'Coat drive', '09:00', '16:00', { first: 11 }),
      event('Event', 'Organ concert', '16:00', '17:15', { first: 18, place: 'Sanctuary' }),
    ],
  },
  {
    name: 'City of Flagstaff: Parks',
    description: 'Trail closures, classes and volunteer days from the parks department.',
    state: 'Arizona',
    city: 'Flagstaff',
    people: ['Theo Nakamura', 'Ruth Abernathy'],
    guests: true,
    contacts: 152,
    phones: 33,
    events: [
      event('Alert', 'Mars Hill Trail closed', '06:00', '18:00', { first: 1, description: 'Thinning crews at work.' }),
      event('Event', 'Beginner snowshoe class', '10:00', '12:30', { first: 6, every: 7, place: 'Nordic Village' }),
      event('Event', 'Tree planting', '09:00', '13:00', { first: 13, place: 'Thorpe Park' }),
      event('Notice', 'Commission meeting', '16:00', '18:00', { first: 16, place: 'City hall' }),
    ],
  },
  {
    name: 'Main Street Merchants',
    description: 'Late openings, street closures and the things we do together.',
    state: 'Vermont',
    city: 'Burlington',
    people: ['Dana Whitfield', 'Maria Alvarez*', 'Theo Nakamura'],
    guests: true,
    contacts: 27,
    phones: 14,
    events: [
      event('Event', 'First Friday late opening', '17:00', '21:00', { first: 4 }),
      event('Event', 'Farmers market', '09:00', '14:00', { first: 5, every: 7, place: 'City Hall Park' }),
      event('Alert', 'Church Street repaving', '20:00', '23:30', { first: 9, every: 1 }),
      event('FYI', 'Merchants breakfast', '07:30', '08:45', { first: 14, place: 'Penny Cluse' }),
    ],
  },
  {
    name: 'Kailua Canoe Club',
    description: 'For members. Paddling, regattas, and who brings the ice.',
    state: 'Hawaii',
    city: 'Kailua',
    people: ['Sam Okafor', 'Priya Raman'],
    guests: false,
    contacts: 19,
    phones: 19,
    events: [
      event('Event', 'Sunrise paddle', '06:00', '07:30', { first: 1, every: 2, place: 'Kailua Beach' }),
      event('Event', 'Regatta', '08:00', '15:00', { first: 12, place: 'Keehi Lagoon' }),
      event('Alert', 'High surf advisory', '06:00', '18:00', { first: 3 }),
    ],
  },
]
