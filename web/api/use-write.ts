import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ToastMessage, toast } from '#web/ui/toast.ts'
import { type Clients, useClients } from './clients.ts'
import { errorToast } from './request-errors.ts'

interface WriteOptions<Input, Data, Shown> {
  write: (clients: Clients, input: Input) => PromiseLike<Data>
  /** Shows a new state before the server answers. A refusal restores the old one. */
  optimistic?: { queryKey: QueryKey; show: (shown: Shown, input: Input) => Shown }
  /** Runs after success; usually it shows a toast. */
  done?: (data: Data, input: Input, cache: QueryClient) => void
  /** The toast after a failure. A fixed one gets the server's message as its body. */
  failed: { title: string; body: string } | ((error: Error) => ToastMessage)
  /** The queries to fetch again, after success and failure. The mutation stays pending until they are there. */
  refetch?: QueryKey[] | ((input: Input) => QueryKey[])
}

/** Changes something on the server, shows how it went, and refreshes what depends on it. */
export function useWrite<Input = void, Data = unknown, Shown = unknown>(options: WriteOptions<Input, Data, Shown>) {
  const { write, optimistic, done, failed, refetch = [] } = options
  const clients = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => write(clients, input),
    onMutate: async (input) => {
      if (!optimistic) return undefined
      const { queryKey, show } = optimistic
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData<Shown>(queryKey)
      cache.setQueryData<Shown>(queryKey, (shown) => (shown === undefined ? shown : show(shown, input)))
      return { queryKey, before }
    },
    onSuccess: (data, input) => done?.(data, input, cache),
    onError: (error, _input, context) => {
      if (context) cache.setQueryData(context.queryKey, context.before)
      toast(typeof failed === 'function' ? failed(error) : errorToast(error, failed))
    },
    onSettled: (_data, _error, input) => {
      const keys = typeof refetch === 'function' ? refetch(input) : refetch
      return Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })))
    },
  })
}
