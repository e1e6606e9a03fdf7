import { EVENT_IMAGE_BYTES_MAX, EVENT_IMAGE_SIDE_MAX } from '../limits.ts'

const megabytes = EVENT_IMAGE_BYTES_MAX / 1024 / 1024

export const eventImageTexts = {
  altMissing: "Describe the picture for people who can't see it.",
} as const

/** What is wrong with a file; also what the server answers. */
export const imageProblemTexts = {
  unknown: "This file can't be used. Choose a JPEG, PNG or WebP.",
  broken: "This picture is damaged and can't be used.",
  animated: "Animated images aren't supported.",
  tooWide: `Pictures can be up to ${EVENT_IMAGE_SIDE_MAX} pixels wide and high.`,
  tooLarge: `This picture is too large. The limit is ${megabytes} MB.`,
} as const

export type ImageProblem = keyof typeof imageProblemTexts

/** What the database refuses, in these words. */
export const imageRefusals = {
  forbidden: 'Only admins of a calendar can add pictures to it.',
  invalid: imageProblemTexts.broken,
} as const
