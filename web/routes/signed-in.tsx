import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Outlet } from 'react-router'
import { seconds } from '#domain/durations.ts'
import { RequestError } from '#web/api/request-errors.ts'
import { SignedInOnly } from '#web/features/account/signed-in-only.tsx'

export default function SignedIn() {
  return (
    // As tall as the window from the start, so that nothing below moves while the screen loads.
    <div className="min-h-dvh">
      <SignedInOnly>
        {(person) => (
          // By person: what one of them has loaded is never shown to the next on the same browser.
          <QueryCache key={person.id}>
            <Outlet context={person} />
          </QueryCache>
        )}
      </SignedInOnly>
    </div>
  )
}

function QueryCache({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { staleTime: seconds(30), retry: isWorthAnotherTry, retryDelay: seconds(1) },
          // Offline, a click is answered at once with a message, not kept waiting.
          mutations: { networkMode: 'always' },
        },
      }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Once, when the network or the server stumbled; an answer that says no would say it again. */
function isWorthAnotherTry(failures: number, error: unknown): boolean {
  return failures < 1 && (!(error instanceof RequestError) || error.status === 0 || error.status >= 500)
}
