import { type FormEvent, useRef, useState } from 'react'
import { collectionFollowForm } from '#domain/collection-follow.ts'
import type { Collection } from '#domain/collections.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { createFunctions } from '#web/api/public-functions.ts'
import { type PublicSettings, useSettings } from '#web/api/settings.ts'
import { type Proof, useProof, withProof } from '#web/features/captcha/use-proof.ts'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Checkbox, RadioGroup } from '#web/ui/selection-controls.tsx'
import { type ToastMessage, toast } from '#web/ui/toast.ts'
import { ColorMark } from './color-mark.tsx'
import { townFollowTexts as texts } from './texts.ts'

interface TownFollowDialogProps {
  town: Collection
  /** Calendars that the page shows now, by number. */
  only: readonly number[]
  open: boolean
  onClose: () => void
}

/** Follows the chosen calendars of a town page with one address. */
export function TownFollowDialog({ town, only, open, onClose }: TownFollowDialogProps) {
  const settings = useSettings()
  const proof = useProof(town.id, open)
  const trap = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [chosen, setChosen] = useState<string[]>(() =>
    town.calendars.filter(({ identifier }) => only.includes(identifier)).map(({ id }) => id),
  )
  const [problems, setProblems] = useState<{ email?: string; calendar_ids?: string }>({})
  const [working, setWorking] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const parsed = collectionFollowForm.safeParse({ collection_id: town.id, email, calendar_ids: chosen })
    if (!parsed.success) {
      const found: Record<string, string> = {}
      for (const { path, message } of parsed.error.issues) found[String(path[0])] ??= message
      setProblems(found)
      return
    }
    setProblems({})
    setWorking(true)
    const { message, done } = await follow(settings, { ...parsed.data, website: trap.current?.value ?? '' }, proof)
    setWorking(false)
    toast(message)
    if (done) onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={texts.title(town.name)}
      description={texts.lead}
      onSubmit={submit}
      submit={texts.send}
      working={working}
    >
      <RadioGroup legend={texts.calendars}>
        {town.calendars.map(({ id, name, city, color, is_full }) => (
          <Checkbox
            key={id}
            label={
              <span className="flex items-center gap-2">
                <ColorMark color={color} className="size-3 shrink-0" />
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </span>
            }
            hint={is_full ? texts.isFull : city}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))}
        {problems.calendar_ids && (
          <p role="alert" className="text-sm font-semibold text-danger">
            {problems.calendar_ids}
          </p>
        )}
      </RadioGroup>
      <InputField
        label={texts.email}
        error={problems.email}
        required
        type="email"
        name="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {/* Invisible to people; robots fill it in. */}
      <input ref={trap} name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" className="sr-only" />
    </FormDialog>
  )
}

interface Sent {
  collection_id: string
  email: string
  calendar_ids: string[]
  website: string
}

async function follow(
  { publishableKey }: PublicSettings,
  { website, ...form }: Sent,
  proof: Proof,
): Promise<{ message: ToastMessage; done: boolean }> {
  const functions = createFunctions({ url: location.origin, key: publishableKey })
  const body = { ...form, language: siteLanguage, ...(website ? { website } : {}) }
  const { data, failure } = await withProof(proof, (token) =>
    functions.invoke('follow-collection', { body: { ...body, proof: token } }),
  )
  if (failure) {
    const { message } = failure
    return { message: { ...followTexts.failed, ...(message ? { body: message } : {}) }, done: false }
  }
  const answer = answers[data?.status as keyof typeof answers] ?? followTexts.sent
  return { message: answer, done: doneStates.includes(data?.status) }
}

const answers = {
  sent: followTexts.sent,
  pending: followTexts.pending,
  waiting: followTexts.waiting,
  already_subscribed: texts.already,
  busy: texts.busy,
  full: followTexts.full,
  gone: followTexts.failed,
}
const doneStates: unknown[] = ['sent', 'pending', 'waiting']
