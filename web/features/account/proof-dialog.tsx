import type { ReactNode } from 'react'
import { type Proof, ProofField } from '#web/features/proof/proof-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog, type FormDialogProps } from '#web/ui/form-dialog.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { PasswordInput } from './password-input.tsx'
import { accountFormTexts } from './texts.ts'

interface ProofDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'working' | 'children'> {
  /** Further fields above the proof. */
  children?: ReactNode
  onProof: (proof: Proof) => Promise<unknown>
}

/** Asks a signed-in person for the password, or a mailed code, before a sensitive action. */
export function ProofDialog({ onProof, children, ...dialog }: ProofDialogProps) {
  const { onSubmit, problems, working } = useCheckedForm({
    isOpen: dialog.open,
    rules: async () => (await import('#domain/accounts.ts')).proofForm,
    onValid: (proof) => onProof(proof),
  })

  return (
    <FormDialog {...dialog} onSubmit={onSubmit} working={working}>
      {children}
      <ProofField error={problems.nonce}>
        <Field label={accountFormTexts.password} error={problems.password}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
        </Field>
      </ProofField>
    </FormDialog>
  )
}
