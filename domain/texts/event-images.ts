import { EVENT_IMAGE_ALT_MAX, EVENT_IMAGE_BYTES_MAX, EVENT_IMAGE_SIDE_MAX } from '../limits.ts'
import { failure } from './toast.ts'

const megabytes = EVENT_IMAGE_BYTES_MAX / 1024 / 1024

export const eventImageTexts = {
  label: 'Picture',
  hint: 'A JPEG, PNG or WebP. Where and when it was taken is removed from the file.',
  remove: 'Remove picture',
  adding: 'Adding the picture...',
  added: 'Picture added.',
  alt: 'What the picture shows',
  altHint: `Read to neighbors who cannot see it, and shown when it does not load. At most ${EVENT_IMAGE_ALT_MAX} characters.`,
  altMissing: 'Describe the picture for neighbors who cannot see it.',
  failed: failure('The picture could not be added. Please try again.'),
} as const

/** What is wrong with a file; also what the server answers. */
export const imageProblemTexts = {
  unknown: 'This is not a picture that can be used. Choose a JPEG, PNG or WebP.',
  broken: 'This picture is damaged and cannot be used.',
  animated: 'A picture that moves cannot be used.',
  tooWide: `A picture can be at most ${EVENT_IMAGE_SIDE_MAX} pixels wide and high.`,
  tooLarge: `A picture can have at most ${megabytes} MB.`,
} as const

export type ImageProblem = keyof typeof imageProblemTexts

/** What the database refuses, in these words. */
export const imageRefusals = {
  forbidden: 'Only admins of a calendar can add pictures to it.',
  invalid: imageProblemTexts.broken,
} as const
