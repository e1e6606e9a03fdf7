import type { User } from '@supabase/auth-js'
import { defaultDisplayName } from '#domain/display-name.ts'
import { useClients } from '#web/api/clients.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { accountScreenTexts } from './account-texts.ts'
import { changeName } from './mutations.ts'
import { accountFormTexts } from './texts.ts'

const texts = accountScreenTexts.sections.name

export function NameSection({ user }: { user: User }) {
  const clients = useClients()
  const given: unknown = user.user_metadata.display_name
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('#domain/accounts.ts')).changeNameForm,
    onValid: async ({ displayName }) => toast((await changeName(clients, displayName)) ?? texts.saved),
  })

  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-md flex-col items-start gap-4">
      <InputField
        label={accountFormTexts.displayName}
        error={problems.displayName}
        className="w-full"
        name="displayName"
        autoComplete="name"
        defaultValue={typeof given === 'string' ? given : defaultDisplayName(user.email ?? '')}
      />
      <Button type="submit" variant="secondary" working={working}>
        {texts.save}
      </Button>
    </form>
  )
}
