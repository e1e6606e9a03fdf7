import { EVENT_IMAGE_ALT_MAX, EVENT_IMAGE_BYTES_MAX, EVENT_IMAGE_SIDE_MAX } from '../limits.ts'
import { failure } from './toast.ts'

const megabytes = EVENT_IMAGE_BYTES_MAX / 1024 / 1024

export const eventImageTexts = {
  label: 'Picture',
  hint: 'JPEG, PNG or WebP. We remove the location and date from the file.',
  remove: 'Remove picture',
  adding: 'Adding picture...',
  added: 'Picture added.',
  alt: 'What the picture shows',
  altHint: `Read aloud by screen readers, and shown if the picture doesn't load. Up to ${EVENT_IMAGE_ALT_MAX} characters.`,
  altMissing: "Describe the picture for people who can't see it.",
  failed: failure("The picture couldn't be added. Please try again."),
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
