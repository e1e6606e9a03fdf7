import type { Challenge } from 'altcha-lib'

export const captchaActions = ['sign-up', 'sign-in', 'support'] as const
export type CaptchaAction = (typeof captchaActions)[number]

type Difficulty = 'usual' | 'hard'

/** Checks answers: how hard the puzzle was, or null when the answer is wrong. Throws when it cannot be reached: nobody passes unchecked. */
export type CaptchaProvider = {
  challenge?: ((action?: CaptchaAction, difficulty?: Difficulty) => Promise<Challenge>) | undefined
  check(token: string, action?: CaptchaAction): Promise<Difficulty | null>
}
