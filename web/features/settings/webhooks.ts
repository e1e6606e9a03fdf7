import type { Clients } from '#web/api/clients.ts'
import { memberKeys, webhookKeys } from '#web/api/query-keys.ts'
import { codeOf, dataOf, errorToast } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import type { ToastMessage } from '#web/ui/toast.ts'
import { toast } from '#web/ui/toast.ts'
import type { WebhookDelivery, WebhookKind } from '../../../domain/webhooks.ts'
import { webhookTexts as texts } from './webhook-texts.ts'

export interface Webhook {
  id: string
  url: string
  kinds: WebhookKind[]
  failures: number
  disabled_at: string | null
  disabled_reason: 'admin' | 'failing' | 'gone' | 'left' | null
  created_by: string | null
}

export interface LoggedDelivery {
  id: string
  kind: WebhookDelivery['kind']
  items: unknown[]
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  status: number | null
  error: string | null
  created_at: string
}

const POLL_INTERVAL_MS = 1500
const LOGGED_MAX = 20
/** Loads the webhooks, again every few seconds: the worker changes their state. */
export function useWebhooks(calendarId: string) {
  return useRead<Webhook[]>(
    webhookKeys.of(calendarId),
    (rest, signal) =>
      rest
        .from('webhooks')
        .select('id, url, kinds, failures, disabled_at, disabled_reason, created_by')
        .eq('calendar_id', calendarId)
        .order('created_at')
        .abortSignal(signal),
    { refetchInterval: 5 * POLL_INTERVAL_MS },
  )
}

/** Loads what the admins are called, by their ids. */
export function useAdminNames(calendarId: string): Record<string, string> {
  const { data = [] } = useRead<{ user_id: string; display_name: string }[]>(
    memberKeys.admins(calendarId),
    (rest, signal) =>
      rest
        .from('calendar_members')
        .select('user_id, display_name')
        .eq('calendar_id', calendarId)
        .eq('role', 'admin')
        .abortSignal(signal),
  )
  return Object.fromEntries(data.map(({ user_id, display_name }) => [user_id, display_name]))
}

/** Loads the newest deliveries. Polls while one waits for its first try. */
export function useWebhookLog(calendarId: string, webhookId: string) {
  return useRead<LoggedDelivery[]>(
    webhookKeys.deliveries(calendarId, webhookId),
    (rest, signal) =>
      rest
        .from('webhook_deliveries')
        .select('id, kind, items, state, attempts, status, error, created_at')
        .eq('webhook_id', webhookId)
        .order('created_at', { ascending: false })
        .limit(LOGGED_MAX)
        .abortSignal(signal),
    {
      refetchInterval: ({ state: { data } }) =>
        data?.some(({ state, attempts }) => state === 'waiting' && attempts === 0) ? POLL_INTERVAL_MS : false,
    },
  )
}

/** Calls a function of the database about webhooks. */
export function useWebhookCall<Input extends object, Data>(
  calendarId: string,
  fn: string,
  done?: ToastMessage | ((data: Data) => void),
) {
  return useWrite({
    write: ({ rest }: Clients, input: Input) => dataOf<Data>(rest.rpc(fn, input)),
    done: (data: Data) => (typeof done === 'function' ? done(data) : done && toast(done)),
    failed: (error) => {
      const said = texts.problems[codeOf(error) ?? '']
      return said ? { ...texts.failed, body: said } : errorToast(error, texts.failed)
    },
    refetch: [webhookKeys.of(calendarId)],
  })
}
