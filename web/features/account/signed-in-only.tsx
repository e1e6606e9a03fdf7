import type { User } from '@supabase/auth-js'
import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { useAuth } from './auth-state.ts'
import { Loading } from './loading.tsx'

// Lazy: a person with a session does not need the forms.
const SignInScreen = lazyExport(() => import('./sign-in-screen.tsx'), 'SignInScreen')

/** Guards a page: a spinner while the session is read, the page with a session, the sign-in screen without. */
export function SignedInOnly({ children }: { children: (person: Person) => ReactNode }) {
  const { pathname, search } = useLocation()
  const { loading, user, isEmailConfirmed } = useAuth()
  if (loading) return <Loading />
  if (!user) {
    return (
      <Suspense fallback={<Loading />}>
        <SignInScreen start="login" next={pathname + search} />
      </Suspense>
    )
  }
  return children(personOf(user, isEmailConfirmed))
}

/** What other features need to know of the signed-in person. */
export interface Person {
  id: string
  email: string
  isEmailConfirmed: boolean
}

function personOf({ id, email = '' }: User, isEmailConfirmed: boolean): Person {
  return { id, email, isEmailConfirmed }
}
