import type { User } from '@supabase/auth-js'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useAuth } from './auth-state.ts'
import { Loading } from './loading.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

/** The guard: a spinner while the session is read, the page for somebody signed in, the sign-in screen otherwise. */
export function SignedInOnly({ children }: { children: (person: Person) => ReactNode }) {
  const { pathname, search } = useLocation()
  const { loading, user, isEmailConfirmed } = useAuth()
  if (loading) return <Loading />
  if (!user) return <SignInScreen start="login" next={pathname + search} />
  return children(personOf(user, isEmailConfirmed))
}

/** What the other features need to know of whoever is signed in. */
export interface Person {
  id: string
  email: string
  isEmailConfirmed: boolean
}

function personOf({ id, email = '' }: User, isEmailConfirmed: boolean): Person {
  return { id, email, isEmailConfirmed }
}
