import { type Proof, ProofField } from '#web/features/proof/proof-field.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog, type FormDialogProps } from '#web/ui/form-dialog.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { memberTexts } from './texts.ts'

interface AskProofProps extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  onProof: (proof: Proof) => void
}

/** Asks the owner for the password, or a mailed code, before a calendar is offered. */
export function AskProof({ onProof, ...dialog }: AskProofProps) {
  const { onSubmit, problems } = useCheckedForm({
    isOpen: dialog.open,
    rules: async () => (await import('#domain/accounts.ts')).proofForm,
    onValid: (proof) => onProof(proof),
  })

  return (
    <FormDialog {...dialog} onSubmit={onSubmit}>
      <ProofField error={problems.nonce}>
        <InputField
          label={memberTexts.password}
          error={problems.password}
          type="password"
          name="password"
          autoComplete="current-password"
        />
      </ProofField>
    </FormDialog>
  )
}
