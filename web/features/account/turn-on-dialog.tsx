import { useClients } from '#web/api/clients.ts'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { accountScreenTexts } from './account-texts.ts'
import { secondStepTexts } from './texts.ts'
import { type NewFactor, newRecoveryCodes } from './two-step.ts'

const texts = accountScreenTexts.sections.twoStep

interface TurnOnDialogProps {
  /** Closed without one. */
  factor: NewFactor | null
  onClose: () => void
  onDone: (codes: string[]) => void
}

/** Shows the secret as a QR code and as text, and asks for a first code to prove that the app has it. */
export function TurnOnDialog({ factor, onClose, onDone }: TurnOnDialogProps) {
  const clients = useClients()
  const open = factor !== null
  const { onSubmit, problems, working } = useCheckedForm({
    isOpen: open,
    rules: async () => (await import('#domain/accounts.ts')).codeForm,
    onValid: async ({ code }) => {
      const made = await newRecoveryCodes(clients, factor?.id ?? '', code)
      if ('refused' in made) return toast(made.refused)
      toast(texts.turnedOn)
      onDone(made.codes)
    },
  })

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={texts.turnOnHeading}
      description={texts.turnOnBody}
      onSubmit={onSubmit}
      submit={texts.turnOn}
      working={working}
    >
      {factor && <img src={factor.qrCode} alt={texts.qrCode} width={208} height={208} className="mx-auto rounded-lg" />}
      <p className="text-sm">
        {texts.orType}
        <code className="mt-1 block min-h-6 wrap-anywhere text-base select-all">{grouped(factor?.secret ?? '')}</code>
      </p>
      <InputField
        label={secondStepTexts.code}
        hint={texts.firstCode}
        error={problems.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </FormDialog>
  )
}

const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
