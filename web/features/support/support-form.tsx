import { type FormEvent, useState } from 'react'
import { SUPPORT_MESSAGE_MAX, SUPPORT_NAME_MAX, SUPPORT_SUBJECT_MAX } from '#domain/limits.ts'
import type { SupportForm as Form } from '#domain/support.ts'
import { supportTexts } from '#domain/texts/support.ts'
import { useSettings } from '#web/api/settings.ts'
import { Captcha } from '#web/features/captcha/captcha.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { toast } from '#web/ui/toast.ts'
import { sendMessage } from './mutations.ts'
import { supportPageTexts } from './texts.ts'

const blank: Form = { firstName: '', lastName: '', email: '', subject: '', message: '' }

export function SupportForm() {
  const settings = useSettings()
  const [form, setForm] = useState(blank)
  const [problems, setProblems] = useState<Partial<Form>>({})
  const [captcha, setCaptcha] = useState<{ token: string | null; round: number }>({ token: null, round: 0 })
  const [working, setWorking] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    // The rules are downloaded with the first submit, to keep the page small.
    const { supportForm } = await import('#domain/support.ts')
    const parsed = supportForm.safeParse(form)
    if (!parsed.success) {
      const found: Partial<Form> = {}
      for (const { path, message } of parsed.error.issues) found[path[0] as keyof Form] ??= message
      setProblems(found)
      element.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
      return
    }
    setProblems({})
    if (settings.captcha.kind !== 'none' && captcha.token === null) return toast(supportTexts.captchaRequired)
    setWorking(true)
    const { message, done } = await sendMessage(settings, parsed.data, captcha.token)
    setWorking(false)
    toast(message)
    // A token is valid once, also when the message failed.
    setCaptcha(({ round }) => ({ token: null, round: round + 1 }))
    if (done) setForm(blank)
  }

  const field = (name: keyof Form, maxLength?: number) => ({
    name,
    maxLength,
    required: true,
    error: problems[name],
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
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
        onToken={(token) => setCaptcha((before) => ({ ...before, token }))}
      />
      <Button type="submit" working={working} className="w-full sm:w-auto">
        {working ? supportPageTexts.sending : supportPageTexts.send}
      </Button>
    </form>
  )
}
