export const captchaActions = ['sign-up', 'sign-in', 'support'] as const
export type CaptchaAction = (typeof captchaActions)[number]

/** Checks answers. Throws when it cannot be reached: nobody passes unchecked. */
export type CaptchaProvider = {
  challenge?: ((action?: CaptchaAction) => Promise<object>) | undefined
  check(token: string, action?: CaptchaAction): Promise<boolean>
}
