import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Outlet } from 'react-router'
import { seconds } from '#domain/durations.ts'
import { RequestError } from '#web/api/request-errors.ts'
import { SignedInOnly } from '#web/features/account/signed-in-only.tsx'

export default function SignedIn() {
  return (
    // As tall as the window, so that the footer does not move while the screen loads.
    <div className="min-h-dvh">
      <SignedInOnly>
        {(person) => (
          // Keyed by person, so that cached data is never shown to the next person on this browser.
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
          // Offline, a mutation fails at once with a message instead of waiting.
          mutations: { networkMode: 'always' },
        },
      }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Retries once after a network or server error; a refusal would only repeat. */
function isWorthAnotherTry(failures: number, error: unknown): boolean {
  return failures < 1 && (!(error instanceof RequestError) || error.status === 0 || error.status >= 500)
}
