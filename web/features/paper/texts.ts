import type { PaperStyle } from '#domain/paper.ts'

export const paperTexts = {
  title: 'Print this calendar',
  choice: 'What to print',
  styles: {
    month: 'Month with titles',
    list: 'Fridge list',
    flyer: 'Flyer with tear-offs',
    large: 'Large print',
  } satisfies Record<PaperStyle, string>,
  hints: {
    month: 'Landscape, one month.',
    list: 'Everything of one month, day by day.',
    flyer: 'The next events, a QR code, and strips to tear off.',
    large: 'The same list in larger type.',
  } satisfies Record<PaperStyle, string>,
  months: 'Month to print',
  previous: 'Month before',
  next: 'Month after',
  print: 'Print',
  noScript: 'Use Print in your browser’s menu.',
  back: 'Back to the calendar',
  sheet: 'Preview of the sheet',
  nothing: 'Nothing on this month.',
  nothingSoon: 'Scan the code to see what is on.',
  next5: 'Coming up',
  follow: 'Scan to see the calendar and follow it by email. No account needed.',
  more: (count: number) => `+${count} more`,
  head: (name: string) => ({ title: `Print ${name} | Townbell`, description: `Sheets of ${name} to print.` }),
} as const
