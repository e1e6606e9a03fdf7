import { useState } from 'react'
import { SUPPORT_MESSAGE_MAX, SUPPORT_NAME_MAX, SUPPORT_SUBJECT_MAX } from '#domain/limits.ts'
import { supportTexts } from '#domain/texts/support.ts'
import { useSettings } from '#web/api/settings.ts'
import { Captcha } from '#web/features/captcha/captcha.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { sendMessage } from './mutations.ts'
import { supportPageTexts } from './texts.ts'

export function SupportForm() {
  const settings = useSettings()
  const [captcha, setCaptcha] = useState<{ token: string | null; round: number }>({ token: null, round: 0 })
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('#domain/support.ts')).supportForm,
    onValid: async (values, form) => {
      if (settings.captcha.kind !== 'none' && captcha.token === null) return toast(supportTexts.captchaRequired)
      const { message, done } = await sendMessage(settings, values, captcha.token)
      toast(message)
      // A token is valid once, also when the message failed.
      setCaptcha(({ round }) => ({ token: null, round: round + 1 }))
      if (done) form.reset()
    },
  })

  const field = (name: string, maxLength?: number) => ({ name, maxLength, required: true, error: problems[name] })

  return (
    <form noValidate onSubmit={onSubmit} className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <InputField
          label={supportTexts.firstName}
          {...field('firstName', SUPPORT_NAME_MAX)}
          autoComplete="given-name"
        />
        <InputField label={supportTexts.lastName} {...field('lastName', SUPPORT_NAME_MAX)} autoComplete="family-name" />
      </div>
      <InputField label={supportPageTexts.email} {...field('email')} type="email" autoComplete="email" />
      <InputField label={supportTexts.subject} {...field('subject', SUPPORT_SUBJECT_MAX)} />
      <TextareaField label={supportTexts.message} {...field('message', SUPPORT_MESSAGE_MAX)} rows={6} />
      <Captcha
        key={captcha.round}
        action="support"
        onChange={(token) => setCaptcha((before) => ({ ...before, token }))}
      />
      <Button type="submit" working={working} className="w-full sm:w-auto">
        {working ? supportPageTexts.sending : supportPageTexts.send}
      </Button>
    </form>
  )
}
