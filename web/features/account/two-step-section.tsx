import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import { accountKeys } from '#web/api/query-keys.ts'
import { errorToast } from '#web/api/request-errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { accountScreenTexts } from './account-texts.ts'
import { CodeDialog } from './code-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { accountFormTexts } from './texts.ts'
import { TurnOnDialog } from './turn-on-dialog.tsx'
import {
  beginTwoStep,
  countRecoveryCodes,
  hasRecoveryCodes,
  type NewFactor,
  newRecoveryCodes,
  turnOff,
} from './two-step.ts'

const texts = accountScreenTexts.sections.twoStep

/** Turns two-step sign-in on and off; shows how many recovery codes are left and makes new ones. */
export function TwoStepSection({ user }: { user: User }) {
  const clients = useClients()
  const factor = user.factors?.find(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
  const [openDialog, setOpenDialog] = useState<'on' | 'off' | 'renew' | null>(null)
  const [begun, setBegun] = useState<NewFactor | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const left = useQuery({
    queryKey: accountKeys.recoveryCodes,
    queryFn: () => countRecoveryCodes(clients),
    enabled: hasRecoveryCodes(user),
  })
  const close = () => setOpenDialog(null)
  const show = (made: string[]) => {
    close()
    setBegun(null)
    setCodes(made)
    void left.refetch()
  }

  return (
    <>
      {factor ? (
        <div className="space-y-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge variant="ok">{texts.on}</Badge>
            {!hasRecoveryCodes(user) && <span>{texts.noCodes}</span>}
            {hasRecoveryCodes(user) && left.data !== undefined && <span>{texts.codesLeft(left.data)}</span>}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setOpenDialog('renew')}>
              {texts.renew}
            </Button>
            <Button variant="secondary" onClick={() => setOpenDialog('off')}>
              {texts.turnOff}
            </Button>
          </div>
        </div>
      ) : (
        <Button variant="secondary" onClick={() => setOpenDialog('on')}>
          {texts.turnOn}
        </Button>
      )}
      <ProofDialog
        open={openDialog === 'on'}
        onClose={close}
        title={texts.turnOnHeading}
        description={texts.passwordFirst}
        submit={texts.next}
        onProof={async (proof) => {
          try {
            setBegun(await beginTwoStep(clients, proof))
            close()
          } catch (error) {
            toast(errorToast(error, accountFormTexts.unexpected))
          }
        }}
      />
      <TurnOnDialog factor={begun} onClose={() => setBegun(null)} onDone={show} />
      <CodeDialog
        open={openDialog === 'off'}
        onClose={close}
        title={texts.turnOffQuestion}
        description={texts.turnOffBody}
        confirm={texts.turnOff}
        onCode={async (code) => {
          const refused = await turnOff(clients, factor?.id ?? '', code)
          toast(refused ?? texts.turnedOff)
          if (!refused) close()
        }}
      />
      <CodeDialog
        open={openDialog === 'renew'}
        onClose={close}
        title={texts.renewQuestion}
        description={texts.renewBody}
        confirm={texts.renew}
        onCode={async (code) => {
          const made = await newRecoveryCodes(clients, factor?.id ?? '', code)
          if ('codes' in made) show(made.codes)
          else toast(made.refused)
        }}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </>
  )
}
