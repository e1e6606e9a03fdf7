import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { accessTokenDays } from '#domain/access-token-days.ts'
import { type TokenScopeName, tokenScopes } from '#domain/token-scopes.ts'
import { useClients } from '#web/api/clients.ts'
import { accountKeys } from '#web/api/query-keys.ts'
import { dataOf, errorToast } from '#web/api/request-errors.ts'
import type { Proof } from '#web/features/proof/proof-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Input, Select } from '#web/ui/input.tsx'
import { Checkbox, Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { toast } from '#web/ui/toast.ts'
import { accessTokenTexts as texts } from './access-token-texts.ts'
import { ProofDialog } from './proof-dialog.tsx'

interface NewTokenDialogProps {
  open: boolean
  onClose: () => void
  onCreated: () => void
}

type Choice = {
  name: string
  chosen: string[] | null
  canWrite: boolean
  canSeeContacts: boolean
  scopes: TokenScopeName[]
  days: number
}
const nothing: Choice = { name: '', chosen: null, canWrite: false, canSeeContacts: false, scopes: [], days: 90 }

/** Creates a token; the server returns it once, so it is shown until the person has copied it. */
export function NewTokenDialog({ open, onClose, onCreated }: NewTokenDialogProps) {
  const { callAuth } = useClients()
  const [choice, setChoice] = useState(nothing)
  const [problem, setProblem] = useState<'name' | 'calendars' | null>(null)
  const [token, setToken] = useState<string | null>(null)

  async function create(proof: Proof) {
    const { name, chosen, canWrite, canSeeContacts, scopes, days } = choice
    if (!name.trim()) return setProblem('name')
    if (chosen?.length === 0) return setProblem('calendars')
    try {
      const wanted = { name, calendar_ids: chosen, can_write: canWrite, can_see_contacts: canSeeContacts, scopes }
      const answer = await callAuth('POST', '/access-tokens', { ...wanted, expires_in_days: days, ...proof })
      setToken((await answer.json()).token)
      setChoice(nothing)
      onCreated()
      onClose()
    } catch (error) {
      toast(errorToast(error, texts.failed))
    }
  }

  function choose(change: Partial<Choice>) {
    setProblem(null)
    setChoice({ ...choice, ...change })
  }

  return (
    <>
      <ProofDialog
        open={open}
        onClose={onClose}
        title={texts.question}
        description={texts.body}
        submit={texts.create}
        onProof={create}
      >
        <ChoiceFields choice={choice} problem={problem} choose={choose} />
      </ProofDialog>
      <TokenOnce token={token} onClose={() => setToken(null)} />
    </>
  )
}

interface ChoiceFieldsProps {
  choice: Choice
  problem: 'name' | 'calendars' | null
  choose: (change: Partial<Choice>) => void
}

function ChoiceFields({ choice, problem, choose }: ChoiceFieldsProps): ReactNode {
  const { name, chosen, canWrite, canSeeContacts, scopes, days } = choice
  return (
    <>
      <Field label={texts.name} hint={texts.nameHint} error={problem === 'name' ? texts.nameRequired : null}>
        {(control) => (
          <Input {...control} maxLength={100} value={name} onChange={(event) => choose({ name: event.target.value })} />
        )}
      </Field>
      <RadioGroup legend={texts.calendars}>
        <Radio name="calendars" label={texts.all} checked={chosen === null} onChange={() => choose({ chosen: null })} />
        <Radio
          name="calendars"
          label={texts.chosen}
          checked={chosen !== null}
          onChange={() => choose({ chosen: [] })}
        />
        {chosen !== null && <CalendarChoice chosen={chosen} onChange={(ids) => choose({ chosen: ids })} />}
        <FieldError>{problem === 'calendars' ? texts.chooseOne : null}</FieldError>
      </RadioGroup>
      <RadioGroup legend={texts.rights}>
        <Checkbox label={texts.read} checked disabled readOnly />
        <Checkbox label={texts.write} checked={canWrite} onChange={() => choose({ canWrite: !canWrite })} />
        <Checkbox
          label={texts.contacts}
          hint={texts.contactsHint}
          checked={canSeeContacts}
          onChange={() => choose({ canSeeContacts: !canSeeContacts })}
        />
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={texts.scopes[scope].label}
            hint={texts.scopes[scope].hint}
            checked={scopes.includes(scope)}
            onChange={() => choose({ scopes: toggled(scopes, scope) })}
          />
        ))}
      </RadioGroup>
      <Field label={texts.expires}>
        {(control) => (
          <Select {...control} value={days} onChange={(event) => choose({ days: Number(event.target.value) })}>
            {accessTokenDays.map((count) => (
              <option key={count} value={count}>
                {texts.days(count)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}

function CalendarChoice({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const { rest } = useClients()
  const { data: calendars = [] } = useQuery({
    queryKey: accountKeys.tokenCalendars,
    queryFn: ({ signal }) =>
      dataOf<{ id: string; name: string }[]>(
        rest.from('calendars').select('id, name').order('name').limit(100).abortSignal(signal),
      ),
  })
  return (
    <div className="max-h-48 space-y-2 overflow-y-auto pl-9">
      {calendars.map(({ id, name }) => (
        <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={() => onChange(toggled(chosen, id))} />
      ))}
    </div>
  )
}

function toggled<Value>(chosen: Value[], value: Value): Value[] {
  return chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
}

function TokenOnce({ token, onClose }: { token: string | null; onClose: () => void }) {
  async function copy() {
    await navigator.clipboard.writeText(token ?? '').then(
      () => toast(texts.copied),
      () => toast(texts.notCopied),
    )
  }
  return (
    <Dialog open={token !== null} onClose={onClose} title={texts.onceHeading} description={texts.onceBody}>
      <p className="rounded-lg bg-sunk p-4">
        <code className="select-all wrap-anywhere">{token}</code>
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={copy}>
          {texts.copy}
        </Button>
        <Button onClick={onClose}>{texts.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
