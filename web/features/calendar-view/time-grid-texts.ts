export const timeGridTexts = { hours: 'Hours of the day' } as const
