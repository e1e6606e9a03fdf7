export const followPageTexts = {
  back: (calendar: string) => `Back to ${calendar}`,
  limited: { title: 'Please try again tomorrow', body: 'Only a few people a day can follow without JavaScript.' },
} as const
