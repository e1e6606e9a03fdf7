import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { localeOf } from '#domain/languages.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { useClients } from '#web/api/clients.ts'
import { accountKeys } from '#web/api/query-keys.ts'
import { errorToast } from '#web/api/request-errors.ts'
import { makePasskey, supportsPasskeys } from '#web/features/proof/passkey.ts'
import type { Proof } from '#web/features/proof/proof-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { passkeyTexts as texts } from './passkey-texts.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** A passkey, as /auth/v1/passkeys returns it. */
interface Passkey {
  id: string
  friendly_name: string
  created_at: string
  last_used_at: string | null
}

/** Lists the passkeys of this person; adds, names and removes them. */
export function PasskeysSection() {
  const { callAuth, auth } = useClients()
  const [open, setOpen] = useState<'add' | { rename: Passkey } | { remove: Passkey } | null>(null)
  const passkeys = useQuery({
    queryKey: accountKeys.passkeys,
    queryFn: async () => (await callAuth('GET', '/passkeys')).json() as Promise<Passkey[]>,
  })
  const close = () => setOpen(null)

  async function changed(says: { title: string; body?: string }) {
    close()
    toast(says)
    await passkeys.refetch()
    // Without a refresh the session does not know whether there are any.
    await auth.refreshSession()
  }

  async function add(proof: Proof) {
    try {
      const { challenge_id, options } = await (await callAuth('POST', '/passkeys/registration/options', proof)).json()
      const credential = await makePasskey(options)
      if (!credential) return toast(texts.notAdded)
      await callAuth('POST', '/passkeys/registration/verify', { challenge_id, credential })
      await changed(texts.added)
    } catch (error) {
      toast(errorToast(error, texts.addFailed))
    }
  }

  async function remove(id: string, proof: Proof) {
    try {
      await callAuth('DELETE', `/passkeys/${id}`, proof)
      await changed(texts.removed)
    } catch (error) {
      toast(errorToast(error, texts.removeFailed))
    }
  }

  if (passkeys.isError) return <LoadError message={texts.loadFailed} onRetry={passkeys.refetch} />
  if (!passkeys.data) return <Skeleton className="h-16" />
  const renaming = open !== null && typeof open === 'object' && 'rename' in open ? open.rename : null
  const removing = open !== null && typeof open === 'object' && 'remove' in open ? open.remove : null
  return (
    <>
      {passkeys.data.length === 0 && <p className="mb-4">{texts.none}</p>}
      <ul aria-label={texts.list} className="mb-5 divide-y divide-line empty:hidden">
        {passkeys.data.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setOpen({ rename: passkey })}
            onRemove={() => setOpen({ remove: passkey })}
          />
        ))}
      </ul>
      {supportsPasskeys() ? (
        <Button variant="secondary" onClick={() => setOpen('add')}>
          {texts.add}
        </Button>
      ) : (
        <p className="text-muted">{texts.unsupported}</p>
      )}
      <ProofDialog
        open={open === 'add'}
        onClose={close}
        title={texts.addQuestion}
        description={texts.addBody}
        submit={texts.next}
        onProof={add}
      />
      <ProofDialog
        open={removing !== null}
        onClose={close}
        title={texts.removeQuestion(removing?.friendly_name ?? '')}
        description={texts.removeBody}
        submit={texts.remove}
        variant="danger"
        onProof={(proof) => remove(removing?.id ?? '', proof)}
      />
      <RenameDialog passkey={renaming} onClose={close} onDone={() => changed(texts.renamed)} />
    </>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { id, friendly_name, created_at, last_used_at } = passkey
  const used = last_used_at ? texts.used(day.format(new Date(last_used_at))) : texts.unused
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-56">
        <p id={`passkey-${id}`} className="font-semibold wrap-anywhere">
          {friendly_name}
        </p>
        <p className="text-sm text-muted">
          {texts.created(day.format(new Date(created_at)))}, {used}
        </p>
      </div>
      <Button variant="secondary" size="small" aria-describedby={`passkey-${id}`} onClick={onRename}>
        {texts.rename}
      </Button>
      <Button variant="secondary" size="small" aria-describedby={`passkey-${id}`} onClick={onRemove}>
        {texts.remove}
      </Button>
    </li>
  )
}

interface RenameDialogProps {
  passkey: Passkey | null
  onClose: () => void
  onDone: () => Promise<void>
}

function RenameDialog({ passkey, onClose, onDone }: RenameDialogProps) {
  const { callAuth } = useClients()
  const { onSubmit, problems, working } = useCheckedForm({
    isOpen: passkey !== null,
    rules: async () => (await import('#domain/accounts.ts')).passkeyNameForm,
    onValid: async ({ friendlyName }) => {
      try {
        await callAuth('PATCH', `/passkeys/${passkey?.id}`, { friendly_name: friendlyName })
        await onDone()
      } catch (error) {
        toast(errorToast(error, texts.renameFailed))
      }
    },
  })
  return (
    <FormDialog
      open={passkey !== null}
      onClose={onClose}
      title={texts.renameQuestion}
      onSubmit={onSubmit}
      submit={texts.save}
      working={working}
    >
      <InputField
        label={texts.name}
        error={problems.friendlyName}
        name="friendlyName"
        defaultValue={passkey?.friendly_name}
        autoComplete="off"
      />
    </FormDialog>
  )
}

const day = new Intl.DateTimeFormat(localeOf(siteLanguage), { dateStyle: 'medium' })
