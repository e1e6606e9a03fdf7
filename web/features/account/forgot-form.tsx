import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { recoverForm } from '#domain/accounts.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { useClients } from '#web/api/clients.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import type { AccountFormProps } from './account-form.ts'
import { sendResetLink } from './mutations.ts'
import { signInTexts } from './texts.ts'

export function ForgotForm({ email, onEmail, onDone }: AccountFormProps & { onDone: () => void }) {
  const clients = useClients()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(recoverForm),
    defaultValues: { email },
  })

  const submit = handleSubmit(async (values) => {
    const refused = await sendResetLink(clients, values.email)
    toast(refused ?? accountTexts.resetLinkSent)
    if (!refused) onDone()
  })

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Field label={accountTexts.email} error={formState.errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            {...register('email', { onChange: (event) => onEmail(event.target.value) })}
          />
        )}
      </Field>
      <Button type="submit" className="w-full" working={formState.isSubmitting}>
        {formState.isSubmitting ? signInTexts.sendingLink : signInTexts.sendLink}
      </Button>
    </form>
  )
}
