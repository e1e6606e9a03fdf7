import { Suspense, useEffect, useState } from 'react'
import { hasSessionAttribute } from '#web/api/session-attribute.ts'
import { isFromMail, isRecovery, useAuth } from '#web/features/account/auth-state.ts'
import { Loading } from '#web/features/account/loading.tsx'
import { HOME_PATH } from '#web/features/account/next-path.ts'
import { resetTexts } from '#web/features/account/texts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { SignInScreen } from './sign-in-screen.tsx'

// Lazy: only a valid link needs it, and it brings zod and the clients.
const ResetWhileSignedIn = lazyExport(() => import('./reset-while-signed-in.tsx'), 'ResetWhileSignedIn')
const ResetPasswordForm = lazyExport(() => import('./reset-password-form.tsx'), 'ResetPasswordForm')

/**
 * Opens from the mail's link, whose session allows the change. The server renders the page for a visitor without a session; the
 * session attribute hides that until the session has been read.
 */
export function ResetPasswordScreen() {
  const [begin, setBegin] = useState(false)
  const { loading, user, session, mfaPending } = useAuth({ begin })
  const [done, setDone] = useState(false)
  useEffect(() => setBegin(hasSessionAttribute() || isFromMail(location.hash)), [])
  if (done) return <Loading />
  if (mfaPending) return <SignInScreen start="login" next={HOME_PATH} />
  if (user && !isRecovery(session)) {
    return (
      <Suspense fallback={<Loading />}>
        <div className="mx-auto max-w-md px-4 py-10 sm:py-16">
          <Card className="p-6 sm:p-8">
            <h1 className="mb-4 text-3xl">{resetTexts.heading}</h1>
            <p className="mb-6">{resetTexts.signedIn(user.email ?? '')}</p>
            <ResetWhileSignedIn email={user.email ?? ''} />
          </Card>
        </div>
      </Suspense>
    )
  }
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
