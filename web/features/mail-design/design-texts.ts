import type { MailDesign } from '../../../domain/mail-designs.ts'

export const designTexts = {
  choose: 'Choose a design',
  title: 'Email designs',
  lead: 'What people get on the day of an event, with an example. Nothing is sent.',
  design: 'Design',
  designs: {
    'townbell-day-of': { name: 'Today', hint: 'Each event with its description and buttons. The usual choice.' },
    'townbell-agenda': { name: 'Agenda', hint: 'One line per event, for days with many of them.' },
    'townbell-letter': { name: 'Letter', hint: 'A personal letter in large type.' },
  } satisfies Record<MailDesign, { name: string; hint: string }>,
  language: 'Language',
  languages: { en: 'English', es: 'Español' },
  shown: 'Show as',
  computer: 'Computer',
  phone: 'Phone',
  text: 'Text message',
  textHint: (segments: number) =>
    segments === 1
      ? 'One segment. Text messages are the same in every design.'
      : `${segments} segments. Text messages are the same in every design.`,
  loading: 'Loading the preview…',
  failed: 'The preview cannot be loaded. Please try again.',
  use: 'Use this design',
  chosen: 'The design is used once the settings are saved.',
  sample: {
    title: 'Garden concert',
    description: 'Bring a chair and a friend. In rain we meet inside.',
    location_name: "The Millers' garden",
  },
}
