/** What is wrong with a text, by what the field is called: "Name". */
export const characterTexts = {
  notText: (label: string) => `${label} must be text`,
  tooLong: (label: string, max: number) => `${label} must be at most ${max} characters`,
  unusable: (label: string) => `${label} contains characters that can't be used`,
} as const
