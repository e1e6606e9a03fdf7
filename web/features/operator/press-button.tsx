import { type ReactNode, useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import { codeOf, serverMessage } from '#web/api/request-errors.ts'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useOperatorCall, useReadAgain } from './call.ts'
import { operatorTexts as texts } from './texts.ts'

interface PressButtonProps {
  /** The name of the act in /operator/v1. */
  act: string
  body?: object
  label: string
  /** What will happen. */
  says: string
  variant?: ButtonVariant
  isDanger?: boolean
  /** More fields; they are sent by their names. */
  fields?: ReactNode
  onDone?: () => void
}

type Typed = { reason: string; code?: string | undefined; [field: string]: unknown }

/** A button that asks for the reason, and for a code of the second step where the server wants a fresh one, and then does one act. */
export function PressButton({ act, body, label, says, variant, isDanger, fields, onDone }: PressButtonProps) {
  const { auth } = useClients()
  const call = useOperatorCall()
  const readAgain = useReadAgain()
  const [isOpen, setIsOpen] = useState(false)
  const [asksCode, setAsksCode] = useState(false)
  const close = () => {
    setIsOpen(false)
    setAsksCode(false)
  }

  async function press({ code, ...typed }: Typed) {
    try {
      if (asksCode && code) await giveCode(auth, code)
      await call(act, { ...typed, ...body })
    } catch (error) {
      if (codeOf(error) === 'insufficient_aal') setAsksCode(true)
      else
        toast({
          ...texts.failed,
          body: serverMessage(error) ?? (error instanceof CodeRefused ? texts.codeWrong : texts.failed.body),
        })
      return
    }
    close()
    toast({ title: texts.acts[act as keyof typeof texts.acts] ?? label })
    onDone?.()
    await readAgain()
  }

  const { onSubmit, problems, working } = useCheckedForm<Typed>({
    isOpen,
    rules: async () => (await import('#domain/operators.ts')).pressForm,
    onValid: press,
  })
  return (
    <>
      <Button variant={variant ?? 'secondary'} size="small" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <FormDialog
        open={isOpen}
        onClose={close}
        title={label}
        description={says}
        onSubmit={onSubmit}
        submit={label}
        variant={isDanger ? 'danger' : 'primary'}
        working={working}
      >
        {fields}
        <InputField
          label={texts.reason}
          hint={texts.reasonHint}
          name="reason"
          maxLength={200}
          error={problems.reason}
          required
        />
        {asksCode && (
          <InputField
            label={texts.code}
            hint={texts.codeHint}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            error={problems.code}
            required
          />
        )}
      </FormDialog>
    </>
  )
}

class CodeRefused extends Error {}

async function giveCode(auth: ReturnType<typeof useClients>['auth'], typed: string): Promise<void> {
  const { data } = await auth.mfa.listFactors()
  const factorId = data?.totp[0]?.id
  if (!factorId) throw new CodeRefused()
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code: typed.replaceAll(/\s/g, '') })
  if (error) throw new CodeRefused()
}
