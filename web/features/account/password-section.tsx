import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { changePasswordForm } from '#domain/accounts.ts'
import { useClients } from '#web/api/clients.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { accountScreenTexts } from './account-texts.ts'
import { changePassword } from './mutations.ts'
import { PasswordInput } from './password-input.tsx'
import { PasswordRules, useUnmetRules } from './password-rules.tsx'
import { accountFormTexts } from './texts.ts'

const texts = accountScreenTexts.sections.password

export function PasswordSection() {
  const clients = useClients()
  const { register, handleSubmit, formState, watch, reset } = useForm({
    resolver: zodResolver(changePasswordForm),
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const unmet = useUnmetRules(watch('password'))

  const submit = handleSubmit(async ({ currentPassword, password }) => {
    const refused = await changePassword(clients, currentPassword, password)
    toast(refused ?? texts.saved)
    if (!refused) reset()
  })

  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col items-start gap-4">
      <Field label={accountFormTexts.currentPassword} error={errors.currentPassword?.message} className="w-full">
        {(control) => <PasswordInput {...control} autoComplete="current-password" {...register('currentPassword')} />}
      </Field>
      <Field label={accountFormTexts.newPassword} className="w-full">
        {(control) => (
          <>
            <PasswordInput
              {...control}
              aria-invalid={unmet.length > 0 || errors.password !== undefined || undefined}
              aria-describedby={`${control.id}-rules`}
              autoComplete="new-password"
              {...register('password')}
            />
            <PasswordRules
              id={`${control.id}-rules`}
              unmet={unmet.length === 0 && errors.password?.message ? [errors.password.message] : unmet}
            />
          </>
        )}
      </Field>
      <Field label={accountFormTexts.confirmNewPassword} error={errors.confirmPassword?.message} className="w-full">
        {(control) => <PasswordInput {...control} autoComplete="new-password" {...register('confirmPassword')} />}
      </Field>
      <Button type="submit" variant="secondary" working={isSubmitting}>
        {texts.save}
      </Button>
    </form>
  )
}
