/** The names of an event's fields in messages. */
export const eventFieldNames = {
  title: 'Event title',
  description: 'Description',
  locationName: 'Location name',
  location: 'Location address',
  statusReason: 'Reason',
  imageAlt: 'What the picture shows',
} as const
