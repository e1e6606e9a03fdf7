import { lazy, Suspense, useEffect, useState } from 'react'
import { hasSessionAttribute } from '#web/api/session-attribute.ts'
import { Banner } from '#web/ui/banner.tsx'
import { isFromMail, useAuth } from './auth-state.ts'
import { Loading } from './loading.tsx'
import { HOME_PATH } from './next-path.ts'
import { SignInScreen } from './sign-in-screen.tsx'
import { resetTexts } from './texts.ts'

// Only for those whose link is good: it brings the rules of accounts and the clients.
const ResetPasswordForm = lazy(() =>
  import('./reset-password-form.tsx').then((module) => ({ default: module.ResetPasswordForm })),
)

/**
 * Where the link in the mail leads. The session it brings is what allows the change. The page arrives as it is for whoever brings
 * none; the mark of a session hides that until the session has been read.
 */
export function ResetPasswordScreen() {
  const [begin, setBegin] = useState(false)
  const { loading, user, mfaPending } = useAuth({ begin })
  const [done, setDone] = useState(false)
  useEffect(() => setBegin(hasSessionAttribute() || isFromMail(location.hash)), [])
  if (done) return <Loading />
  if (mfaPending) return <SignInScreen start="login" next={HOME_PATH} />
  if (user) {
    return (
      <Suspense fallback={<Loading />}>
        <ResetPasswordForm onDone={() => setDone(true)} />
      </Suspense>
    )
  }
  return (
    <>
      {loading && (
        <div className="signed-out:hidden">
          <Loading />
        </div>
      )}
      <div className={loading ? 'signed-in:hidden' : undefined}>
        <div className="mx-auto max-w-6xl px-4 pt-8 sm:px-6">
          <Banner variant="warning" title={resetTexts.linkOver}>
            {resetTexts.linkOverBody}
          </Banner>
        </div>
        <SignInScreen start="forgot" next={HOME_PATH} />
      </div>
    </>
  )
}
