// How far something that is sent is, in the words of every screen that says so.

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`)

export const sentTexts = {
  people,
  goingOut: (sent: number, total: number) => `Going out: ${sent} of ${total}`,
  sentTo: (count: number) => `Sent to ${people(count)}`,
  sentToNobody: 'Sent to no one',
}
