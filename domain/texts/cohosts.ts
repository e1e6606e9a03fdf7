export const cohostTexts = { badNumber: 'Please enter the number of a calendar.' } as const
