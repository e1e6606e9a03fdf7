import { ANSWER_NAME_MAX } from '#domain/limits.ts'
import { linkedTexts as domainTexts } from '#domain/texts/linked.ts'
import { InputField } from '#web/ui/fields.tsx'
import type { Problems } from '#web/ui/use-checked-form.ts'
import { linkedTexts } from './texts.ts'

/** Asks who somebody without an account is. */
export function PersonFields({ problems, emailHint }: { problems: Problems; emailHint?: string }) {
  return (
    <>
      <NameField problems={problems} />
      <EmailField problems={problems} hint={emailHint} />
    </>
  )
}

export function NameField({ problems, start }: { problems: Problems; start?: string }) {
  return (
    <InputField
      label={domainTexts.name}
      error={problems.name}
      required
      name="name"
      autoComplete="name"
      maxLength={ANSWER_NAME_MAX}
      defaultValue={start}
    />
  )
}

export function EmailField({ problems, hint, start }: { problems: Problems; hint?: string; start?: string }) {
  return (
    <InputField
      label={linkedTexts.email}
      hint={hint}
      error={problems.email}
      required
      type="email"
      name="email"
      autoComplete="email"
      defaultValue={start}
    />
  )
}
