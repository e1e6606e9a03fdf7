// A believable town, as a table: who lives there, what they keep, what happens in a month of it. Read like a list.

export const DEMO_PASSWORD = 'Ring.the.bell.1'

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

/** Which day of the month (from today, repeating every `every` days), when, what. */
export type DemoEvent = {
  title: string
  category: 'Event' | 'Alert' | 'Notice' | 'FYI'
  from: string
  to: string
  place?: string
  address?: string
  says?: string
  first: number
  every?: number
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
      {
        title: 'Porch concert: The Low Creek Band',
        category: 'Event',
        from: '18:30',
        to: '20:30',
        place: 'Zilker Porch',
        address: '2100 Barton Springs Rd, Austin, TX',
        says: 'Bring a chair. Dogs welcome, grills not.',
        first: 0,
      },
      {
        title: 'Creek clean-up',
        category: 'Event',
        from: '08:00',
        to: '11:00',
        place: 'Barton Creek Trailhead',
        first: 6,
        every: 14,
      },
      {
        title: 'Water main work on Rabb Road',
        category: 'Alert',
        from: '09:00',
        to: '15:00',
        says: 'Expect low pressure until mid-afternoon.',
        first: 3,
      },
      {
        title: 'Association meeting',
        category: 'Notice',
        from: '19:00',
        to: '20:30',
        place: 'Barton Hills Elementary',
        first: 9,
      },
      { title: 'Bulk trash pick-up week', category: 'FYI', from: '06:30', to: '18:00', first: 12 },
      {
        title: 'Tool library open hours',
        category: 'Event',
        from: '10:00',
        to: '12:00',
        place: 'The Shed',
        first: 1,
        every: 7,
      },
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
      {
        title: 'Book fair',
        category: 'Event',
        from: '08:00',
        to: '15:30',
        place: 'School library',
        first: 2,
        every: 1,
      },
      {
        title: 'Early release day',
        category: 'Alert',
        from: '12:15',
        to: '15:00',
        says: 'Buses leave at 12:25.',
        first: 5,
        every: 14,
      },
      { title: 'PTA general meeting', category: 'Notice', from: '18:30', to: '20:00', place: 'Cafeteria', first: 10 },
      { title: 'Picture day', category: 'FYI', from: '08:30', to: '12:00', first: 13 },
      { title: 'Science night', category: 'Event', from: '18:00', to: '19:30', place: 'Gym', first: 17 },
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
      { title: 'U10 practice', category: 'Event', from: '17:30', to: '18:45', place: 'Field 3', first: 0, every: 3 },
      {
        title: 'Saturday games',
        category: 'Event',
        from: '09:00',
        to: '14:00',
        place: 'Whetstone Park',
        address: '3923 N High St, Columbus, OH',
        first: 4,
        every: 7,
      },
      { title: 'Field 2 closed for reseeding', category: 'Alert', from: '07:00', to: '20:00', first: 8 },
      { title: 'Uniform exchange', category: 'Notice', from: '18:00', to: '19:00', first: 15 },
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
      {
        title: 'Community supper',
        category: 'Event',
        from: '17:30',
        to: '19:00',
        place: 'Fellowship hall',
        says: 'Free. Vegetarian table too.',
        first: 2,
        every: 7,
      },
      {
        title: 'Choir rehearsal',
        category: 'Event',
        from: '19:00',
        to: '20:30',
        place: 'Sanctuary',
        first: 3,
        every: 7,
      },
      { title: 'Coat drive', category: 'Notice', from: '09:00', to: '16:00', first: 11 },
      { title: 'Organ concert', category: 'Event', from: '16:00', to: '17:15', place: 'Sanctuary', first: 18 },
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
      {
        title: 'Mars Hill Trail closed',
        category: 'Alert',
        from: '06:00',
        to: '18:00',
        says: 'Thinning crews at work.',
        first: 1,
      },
      {
        title: 'Beginner snowshoe class',
        category: 'Event',
        from: '10:00',
        to: '12:30',
        place: 'Nordic Village',
        first: 6,
        every: 7,
      },
      { title: 'Tree planting', category: 'Event', from: '09:00', to: '13:00', place: 'Thorpe Park', first: 13 },
      { title: 'Commission meeting', category: 'Notice', from: '16:00', to: '18:00', place: 'City hall', first: 16 },
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
      { title: 'First Friday late opening', category: 'Event', from: '17:00', to: '21:00', first: 4 },
      {
        title: 'Farmers market',
        category: 'Event',
        from: '09:00',
        to: '14:00',
        place: 'City Hall Park',
        first: 5,
        every: 7,
      },
      { title: 'Church Street repaving', category: 'Alert', from: '20:00', to: '23:30', first: 9, every: 1 },
      { title: 'Merchants breakfast', category: 'FYI', from: '07:30', to: '08:45', place: 'Penny Cluse', first: 14 },
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
      {
        title: 'Sunrise paddle',
        category: 'Event',
        from: '06:00',
        to: '07:30',
        place: 'Kailua Beach',
        first: 1,
        every: 2,
      },
      { title: 'Regatta', category: 'Event', from: '08:00', to: '15:00', place: 'Keehi Lagoon', first: 12 },
      { title: 'High surf advisory', category: 'Alert', from: '06:00', to: '18:00', first: 3 },
    ],
  },
]
