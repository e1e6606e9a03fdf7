export const communityTexts = {
  head: {
    title: 'Community | Who keeps calendars on Townbell',
    description:
      'Neighborhoods, cities, schools, PTAs, sports leagues, churches, non-profits and businesses: what they post, and how they keep followers happy to hear from them.',
    keywords: ['community', 'neighborhood events', 'school calendar', 'group calendar'],
  },
  title: 'A calendar is a promise to show up',
  lead: 'Groups of every kind keep their calendars here. See what they post, and how they keep followers happy to hear from them.',
  who: 'Who keeps calendars here',
  groups: [
    {
      name: 'Neighborhood associations',
      text: 'Board meetings, block parties, clean-up days, and Tuesday’s water shut-off.',
    },
    { name: 'Cities', text: 'Council sessions, road works, elections, and the farmers market that moved indoors.' },
    { name: 'Schools', text: 'Early dismissals, open houses, and picture day, in time to find a clean shirt.' },
    { name: 'PTAs', text: 'Bake sales and volunteer shifts that fill up because everyone heard about them.' },
    { name: 'Sports leagues', text: 'Games, practices and rainouts, announced on the morning they matter.' },
    {
      name: 'Churches',
      text: 'Services, suppers and study groups, by email for some members and by text for others.',
    },
    {
      name: 'Non-profits',
      text: 'Food drives, trainings and thank-you evenings, for followers who signed up to hear about them.',
    },
    { name: 'Businesses', text: 'Tastings, late openings and workshops for the customers who want to know.' },
  ],
  customsTitle: 'Customs of the square',
  customs: [
    {
      title: 'Write for a neighbor',
      text: 'Who, what, where, when, and one line on why it’s worth coming. That’s all a good event needs.',
    },
    {
      title: 'Mark it honestly',
      text: 'An alert is something people must act on today. If everything is an alert, nothing is.',
    },
    {
      title: 'Ask before you add',
      text: 'Add people who know you and expect to hear from you. Everyone else can follow the public page themselves.',
    },
    {
      title: 'Let people go',
      text: 'Anyone who unsubscribes stays unsubscribed, on every list and after every import. Only they can change that.',
    },
  ],
  isHere: 'Is your group already here?',
  search: 'Search for its calendar',
} as const
