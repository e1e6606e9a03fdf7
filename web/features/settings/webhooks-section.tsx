import { useState } from 'react'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { TypedForm } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Checkbox, RadioGroup, Switch } from '#web/ui/selection-controls.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { clockTime, plainDay } from '../../../domain/date-words.ts'
import { dayInZone } from '../../../domain/dates.ts'
import { type WebhookKind, webhookKinds } from '../../../domain/webhooks.ts'
import { webhookTexts as texts } from './webhook-texts.ts'
import {
  type LoggedDelivery,
  useAdminNames,
  useWebhookCall,
  useWebhookLog,
  useWebhooks,
  type Webhook,
} from './webhooks.ts'

type Calendar = { id: string; time_zone: string }

/** Lists the addresses to which changes of the calendar are posted. */
export function WebhooksSection({ calendar }: { calendar: Calendar }) {
  const hooks = useWebhooks(calendar.id)
  const names = useAdminNames(calendar.id)
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const add = useWebhookCall<object, { secret: string }[]>(calendar.id, 'add_webhook', ([made]) => {
    setIsAdding(false)
    setSecret(made?.secret ?? null)
  })
  if (hooks.isError) return <LoadError message={texts.loadFailed} onRetry={hooks.refetch} />
  if (!hooks.data) return <Skeleton className="h-32 rounded-xl" />
  return (
    <div className="space-y-5">
      <p className="text-muted">
        {texts.lead}{' '}
        <a href="/docs#webhooks" className="font-semibold underline underline-offset-4">
          {texts.docs}
        </a>
      </p>
      {secret && <SecretOnce secret={secret} body={texts.secretBody} onDone={() => setSecret(null)} />}
      {hooks.data.length > 0 ? (
        <ul aria-label={texts.list} className="divide-y divide-line">
          {hooks.data.map((hook) => (
            <WebhookRow key={hook.id} hook={hook} calendar={calendar} addedBy={names[hook.created_by ?? '']} />
          ))}
        </ul>
      ) : (
        !isAdding && <p>{texts.none}</p>
      )}
      {isAdding ? (
        <WebhookForm
          url=""
          kinds={[...webhookKinds]}
          submit={texts.add}
          working={add.isPending}
          onSubmit={(url, kinds) => add.mutate({ p_calendar_id: calendar.id, p_url: url, p_kinds: kinds })}
          onCancel={() => setIsAdding(false)}
        />
      ) : (
        <Button variant="secondary" onClick={() => setIsAdding(true)}>
          {texts.add}
        </Button>
      )}
    </div>
  )
}

function WebhookRow({ hook, calendar, addedBy }: { hook: Webhook; calendar: Calendar; addedBy: string | undefined }) {
  const { id, url, kinds, disabled_at } = hook
  const [isChanging, setIsChanging] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const [isLogOpen, setIsLogOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const change = useWebhookCall(calendar.id, 'change_webhook', () => {
    setIsChanging(false)
    toast(texts.saved)
  })
  const test = useWebhookCall(calendar.id, 'test_webhook', () => {
    setIsLogOpen(true)
    toast(texts.tested)
  })
  const rotate = useWebhookCall<object, string>(calendar.id, 'rotate_webhook_secret', setSecret)
  const remove = useWebhookCall(calendar.id, 'remove_webhook', texts.removed)
  const save = (to: { p_url?: string; p_kinds?: WebhookKind[]; p_is_on?: boolean }) =>
    change.mutate({ p_webhook_id: id, p_url: url, p_kinds: kinds, p_is_on: disabled_at === null, ...to })
  return (
    <li className="space-y-3 py-4 first:pt-0">
      <div className="space-y-1">
        <p id={`webhook-${id}`} className="font-semibold wrap-anywhere">
          {url}
        </p>
        <p>
          <StateBadge hook={hook} />
        </p>
        <p className="text-sm text-muted">{kinds.map((kind) => texts.kind[kind]).join(' · ')}</p>
        {addedBy && <p className="text-sm text-muted">{texts.addedBy(addedBy)}</p>}
      </div>
      {secret && <SecretOnce secret={secret} body={texts.rotatedBody} onDone={() => setSecret(null)} />}
      {isChanging ? (
        <WebhookForm
          url={url}
          kinds={kinds}
          submit={texts.save}
          working={change.isPending}
          onSubmit={(to, wanted) => save({ p_url: to, p_kinds: wanted })}
          onCancel={() => setIsChanging(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Switch
            label={texts.isOn}
            checked={disabled_at === null}
            disabled={change.isPending}
            className="mr-2 max-sm:w-full"
            onChange={({ target }) => save({ p_is_on: target.checked })}
          />
          <Small working={test.isPending} onClick={() => test.mutate({ p_webhook_id: id })}>
            {texts.test}
          </Small>
          <Small onClick={() => setIsChanging(true)}>{texts.change}</Small>
          <Small working={rotate.isPending} onClick={() => rotate.mutate({ p_webhook_id: id })}>
            {texts.rotate}
          </Small>
          <Small onClick={() => setIsRemoving(true)}>{texts.remove}</Small>
        </div>
      )}
      <details open={isLogOpen} onToggle={({ currentTarget }) => setIsLogOpen(currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{texts.log}</summary>
        {isLogOpen && <Log webhookId={id} calendar={calendar} />}
      </details>
      <AlertDialog
        open={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={texts.removeQuestion}
        description={texts.removeBody}
        confirm={texts.remove}
        working={remove.isPending}
        onConfirm={() => remove.mutate({ p_webhook_id: id })}
      />
    </li>
  )
}

function Small(props: { working?: boolean; onClick: () => void; children: string }) {
  return <Button variant="secondary" size="small" {...props} />
}

function StateBadge({ hook: { disabled_reason, failures } }: { hook: Webhook }) {
  if (disabled_reason === 'admin') return <Badge>{texts.states.admin}</Badge>
  if (disabled_reason) return <Badge variant="danger">{texts.states[disabled_reason]}</Badge>
  return failures > 0 ? (
    <Badge variant="danger">{texts.states.retrying}</Badge>
  ) : (
    <Badge variant="ok">{texts.states.on}</Badge>
  )
}

interface WebhookFormProps {
  url: string
  kinds: WebhookKind[]
  submit: string
  working: boolean
  onSubmit: (url: string, kinds: WebhookKind[]) => void
  onCancel: () => void
}

function WebhookForm({ submit, working, onSubmit, onCancel, ...before }: WebhookFormProps) {
  const [url, setUrl] = useState(before.url)
  const [kinds, setKinds] = useState(before.kinds)
  return (
    <TypedForm
      className="space-y-4 rounded-xl bg-sunk p-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(url.trim(), kinds)
      }}
    >
      <InputField
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        inputMode="url"
        maxLength={500}
        required
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <RadioGroup legend={texts.kinds}>
        {webhookKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={texts.kind[kind]}
            checked={kinds.includes(kind)}
            onChange={({ target }) =>
              setKinds(webhookKinds.filter((each) => (each === kind ? target.checked : kinds.includes(each))))
            }
          />
        ))}
      </RadioGroup>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" working={working}>
          {submit}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </TypedForm>
  )
}

function SecretOnce({ secret, body, onDone }: { secret: string; body: string; onDone: () => void }) {
  async function copy() {
    await navigator.clipboard.writeText(secret).then(
      () => toast(texts.copied),
      () => toast(texts.notCopied),
    )
  }
  return (
    <Banner title={texts.secretHeading}>
      <p>{body}</p>
      <p className="my-3 rounded-lg bg-card p-3">
        <code className="select-all wrap-anywhere">{secret}</code>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={copy}>
          {texts.copy}
        </Button>
        <Button variant="secondary" size="small" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </Banner>
  )
}

function Log({ webhookId, calendar }: { webhookId: string; calendar: Calendar }) {
  const log = useWebhookLog(calendar.id, webhookId)
  if (log.isError) return <LoadError message={texts.loadFailed} onRetry={log.refetch} />
  if (!log.data) return <Skeleton className="h-16" />
  if (log.data.length === 0) return <p className="text-muted">{texts.logEmpty}</p>
  return (
    <ul aria-label={texts.log} className="divide-y divide-line">
      {log.data.map((delivery) => (
        <LogRow key={delivery.id} delivery={delivery} calendar={calendar} />
      ))}
    </ul>
  )
}

function LogRow({ delivery, calendar }: { delivery: LoggedDelivery; calendar: Calendar }) {
  const { id, kind, items, state, attempts, status, error, created_at } = delivery
  const resend = useWebhookCall(calendar.id, 'redeliver_webhook', texts.resent)
  const zone = calendar.time_zone
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p id={`delivery-${id}`} className="font-semibold">
          {texts.delivered(kind, items.length)}
        </p>
        <p className="text-muted">
          {plainDay(dayInZone(created_at, zone))}, {clockTime(created_at, zone)} ·{' '}
          <span className={state === 'failed' ? 'text-danger' : undefined}>
            {texts.outcome(state, attempts, status, error)}
          </span>
        </p>
      </div>
      {(state !== 'waiting' || attempts > 0) && (
        <Button
          variant="secondary"
          size="small"
          working={resend.isPending}
          aria-describedby={`delivery-${id}`}
          onClick={() => resend.mutate({ p_delivery_id: id })}
        >
          {texts.again}
        </Button>
      )}
    </li>
  )
}
