import { useSettings } from '#web/api/settings.ts'
import { openAuth } from '#web/features/account/auth-state.ts'
import { EmailInput } from '#web/features/account/email-input.tsx'
import { sendResetLink } from '#web/features/account/mutations.ts'
import { accountFormTexts, signInTexts } from '#web/features/account/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import type { AccountFormProps } from './account-form.ts'

const rules = async () => (await import('../../../domain/accounts.ts')).recoverForm

export function ForgotForm({ email, onEmail, onDone }: AccountFormProps & { onDone: () => void }) {
  const settings = useSettings()
  const { onSubmit, problems, working } = useCheckedForm({
    rules,
    onValid: async (values) => {
      const refused = await sendResetLink(await openAuth(settings), values.email)
      toast(refused ?? accountFormTexts.resetLinkSent)
      if (!refused) onDone()
    },
  })

  return (
    <form noValidate onSubmit={onSubmit} className="space-y-5">
      <Field label={accountFormTexts.email} error={problems.email}>
        {(control) => <EmailInput {...control} email={email} onEmail={onEmail} />}
      </Field>
      <Button type="submit" className="w-full" working={working}>
        {working ? signInTexts.sendingLink : signInTexts.sendLink}
      </Button>
    </form>
  )
}
