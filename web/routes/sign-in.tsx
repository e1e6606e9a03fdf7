import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hasSessionAttribute } from '#web/api/session-attribute.ts'
import { isFromMail, useAuth } from '#web/features/account/auth-state.ts'
import { nextPath } from '#web/features/account/next-path.ts'
import { modeTexts } from '#web/features/account/texts.ts'
import { modeOf, SignInScreen } from '#web/features/sign-in/sign-in-screen.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/sign-in.ts'

export function meta(args: Route.MetaArgs) {
  const { title, description } = modeTexts[modeOf(args.location.search)]
  return pageMeta({ title, description, canonicalUrl: '/signin' }, args)
}

/** Redirects a person who is signed in already. */
export default function SignIn() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [begin, setBegin] = useState(false)
  const { user } = useAuth({ begin })
  const next = nextPath(search)
  useEffect(() => setBegin(hasSessionAttribute() || isFromMail(location.hash)), [])
  useEffect(() => {
    if (user) navigate(next, { replace: true })
  }, [user, navigate, next])
  return <SignInScreen start={modeOf(search)} next={next} />
}
