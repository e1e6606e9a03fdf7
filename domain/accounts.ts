import * as z from 'zod'
import { emailAddress } from './email-address.ts'
import { DISPLAY_NAME_MAX, PASSKEY_NAME_MAX, PASSWORD_MAX } from './limits.ts'
import { firstUnmetRule, resetPasswordRules, signUpPasswordRules } from './passwords.ts'
import { requiredText } from './text-rules.ts'
import { accountTexts } from './texts/accounts.ts'

export const displayName = requiredText({
  max: DISPLAY_NAME_MAX,
  label: accountTexts.displayNameInRules,
  required: accountTexts.displayNameRequired,
})

export const newPassword = passwordUnder(signUpPasswordRules)
export const resetPassword = passwordUnder(resetPasswordRules)

/** A password that only has to match the stored one; its rules were checked when it was set. */
export const existingPassword = z
  .string(accountTexts.passwordRequired)
  .min(1, accountTexts.passwordRequired)
  .max(2 * PASSWORD_MAX, accountTexts.passwordTooLong)

export const signInForm = z.object({
  email: emailAddress,
  password: existingPassword,
  captchaToken: z.string().min(1, accountTexts.captchaRequired.body),
})

const passwordsDiffer = {
  error: accountTexts.passwordsDiffer.title,
  path: ['confirmPassword'],
  // Without it zod skips the comparison while another field is wrong; people should see both problems at once.
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

const acceptsTerms = z.boolean().refine((accepted) => accepted, accountTexts.agreementRequired.body)

export const signUpForm = z
  .object({
    displayName,
    email: emailAddress,
    password: newPassword,
    confirmPassword: z.string(),
    acceptsTerms,
    captchaToken: z.string().min(1, accountTexts.captchaRequired.body),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, passwordsDiffer)

/** Without a password. Who signs in is asked for neither a name nor the terms: the form lacks these fields. */
export const askCodeForm = z.object({
  displayName: displayName.optional(),
  email: emailAddress,
  acceptsTerms: acceptsTerms.optional(),
  captchaToken: z.string().min(1, accountTexts.captchaRequired.body),
})

export const codeForm = z.object({ code: z.string().trim().min(1, accountTexts.codeRequired) })

export const recoverForm = z.object({ email: emailAddress })

export const changeNameForm = z.object({ displayName })

/** A form has the field of the password, or that of a mailed code. */
const nonce = z.string().trim().min(1, accountTexts.codeRequired).optional()
/** What the passkey signed, as JSON in a hidden field. */
const passkey = z
  .string()
  .transform((json): object => JSON.parse(json))
  .optional()
export const proofForm = z.object({ password: existingPassword.optional(), nonce, passkey })

export const passkeyNameForm = z.object({
  friendlyName: requiredText({
    max: PASSKEY_NAME_MAX,
    label: accountTexts.passkeyNameInRules,
    required: accountTexts.passkeyNameRequired,
  }),
})

export const changeEmailForm = z.object({
  email: emailAddress,
  currentPassword: existingPassword.optional(),
  nonce,
  passkey,
})

export const changePasswordForm = z
  .object({
    currentPassword: existingPassword.optional(),
    nonce,
    passkey,
    password: newPassword,
    confirmPassword: z.string().min(1, accountTexts.confirmPasswordRequired),
  })
  .refine(({ password, confirmPassword }) => confirmPassword === '' || password === confirmPassword, passwordsDiffer)

export const resetPasswordForm = z
  .object({
    password: resetPassword,
    confirmPassword: z.string().min(1, accountTexts.confirmPasswordRequired),
  })
  .refine(({ password, confirmPassword }) => confirmPassword === '' || password === confirmPassword, passwordsDiffer)

export type SignUpForm = z.infer<typeof signUpForm>
export type ResetPasswordForm = z.infer<typeof resetPasswordForm>

function passwordUnder(rules: typeof signUpPasswordRules) {
  return z.string(accountTexts.passwordRequired).superRefine((password, context) => {
    const message = firstUnmetRule(password, rules)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
}
