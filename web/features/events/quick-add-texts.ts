/** The words of quick add: one sentence that fills the form. */
export const quickAddTexts = {
  label: 'Quick add',
  hint: 'Type one sentence; the fields below fill in as you write.',
  placeholder: 'PTA meeting Thursday 6:30–8pm at library #notice',
  chips: 'Filled in; press one to correct it',
  doubtful: (meaning: string) => `${meaning}?`,
  instead: (meaning: string) => `Press for ${meaning}`,
  allDay: 'All day',
} as const
