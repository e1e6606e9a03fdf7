import { zodResolver } from '@hookform/resolvers/zod'
import type { User } from '@supabase/auth-js'
import { useForm } from 'react-hook-form'
import { changeNameForm, defaultDisplayName } from '#domain/accounts.ts'
import { useClients } from '#web/api/clients.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { accountScreenTexts } from './account-texts.ts'
import { changeName } from './mutations.ts'
import { accountFormTexts } from './texts.ts'

const texts = accountScreenTexts.sections.name

export function NameSection({ user }: { user: User }) {
  const clients = useClients()
  const given: unknown = user.user_metadata.display_name
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(changeNameForm),
    defaultValues: { displayName: typeof given === 'string' ? given : defaultDisplayName(user.email ?? '') },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ displayName }) => toast((await changeName(clients, displayName)) ?? texts.saved))

  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col items-start gap-4">
      <Field label={accountFormTexts.displayName} error={errors.displayName?.message} className="w-full">
        {(control) => <Input {...control} autoComplete="name" {...register('displayName')} />}
      </Field>
      <Button type="submit" variant="secondary" working={isSubmitting}>
        {texts.save}
      </Button>
    </form>
  )
}
