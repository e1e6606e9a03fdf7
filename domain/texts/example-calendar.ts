// The invented calendar that the home page shows, and the events in its example mail.

export const exampleCalendarTexts = {
  name: 'Elm Park Neighborhood',
  events: {
    concert: { title: 'Porch concert', place: '8 Hawthorne Street', description: 'Bring a chair and a neighbor.' },
    sweeping: {
      title: 'Street sweeping',
      place: 'Hawthorne and Alder Street',
      description: 'Please move parked cars to the odd-numbered side before 8:00.',
    },
    water: {
      title: 'Water off on Alder Street',
      place: 'Alder Street',
      description: 'Expect low pressure until 3 PM.',
    },
    garden: { title: 'Garden show', place: 'Elm Park', description: 'Three days of tomatoes and advice.' },
    drive: { title: 'Canned food drive', place: 'Tool shed', description: 'Leave cans in the box by the door.' },
    cat: { title: 'Lost cat: Biscuit', place: 'Last seen on Alder Street', description: 'Orange, shy, likes tuna.' },
    keys: { title: 'Found: house keys', place: 'Tool shed', description: 'On a red ribbon. Ask for Dana.' },
    story: { title: 'Story time', place: 'Little library', description: 'For ages two to five. Bring a blanket.' },
    tools: { title: 'Tool library', place: 'Tool shed', description: 'Borrow a ladder, bring it back.' },
    pond: { title: 'Pond clean-up', place: 'Elm Park, north gate', description: 'We bring bags and gloves.' },
    meeting: { title: 'HOA meeting', place: 'Elm Park School', description: 'Everyone is welcome.' },
    books: { title: 'Book club', place: '12 Hawthorne Street', description: 'New readers are welcome any month.' },
    recycling: { title: 'Recycling pick-up', place: 'All streets', description: 'Bins out by 7:00.' },
  },
}
