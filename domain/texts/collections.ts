// What server and pages say about town pages.

export const collectionTexts = {
  notFound: 'This town page was not found.',
  chooseOne: 'Please choose at least one calendar.',
} as const
