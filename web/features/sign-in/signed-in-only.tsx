import type { User } from '@supabase/auth-js'
import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useAuth } from '#web/features/account/auth-state.ts'
import { Loading } from '#web/features/account/loading.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'

// Lazy: a person with a session does not need the forms.
const SignInScreen = lazyExport(() => import('#web/features/sign-in/sign-in-screen.tsx'), 'SignInScreen')

interface SignedInOnlyProps {
  children: (person: Person) => ReactNode
  /** Stands around the spinner, which belongs to no page yet. */
  whileLoading: (spinner: ReactNode) => ReactNode
  /** Stands around the sign-in screen. */
  signedOut: (screen: ReactNode) => ReactNode
}

/** Guards a page: a spinner while the session is read, the page with a session, the sign-in screen without. */
export function SignedInOnly({ children, whileLoading, signedOut }: SignedInOnlyProps) {
  const { pathname, search } = useLocation()
  const { loading, user, isEmailConfirmed } = useAuth()
  if (loading) return whileLoading(<Loading />)
  if (!user) {
    return signedOut(
      <Suspense fallback={<Loading />}>
        <SignInScreen start="login" next={pathname + search} />
      </Suspense>,
    )
  }
  return children(personOf(user, isEmailConfirmed))
}

/** What other features need to know of the signed-in person. */
export interface Person {
  id: string
  email: string
  /** What they call themselves; the address if they did not say. */
  name: string
  isEmailConfirmed: boolean
}

function personOf({ id, email = '', user_metadata }: User, isEmailConfirmed: boolean): Person {
  const name: unknown = user_metadata?.display_name
  return { id, email, name: typeof name === 'string' && name.trim() ? name : email, isEmailConfirmed }
}
