import { resetTexts } from '#web/features/account/texts.ts'
import { ResetPasswordScreen } from '#web/features/sign-in/reset-password-screen.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/reset-password.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...resetTexts, noIndex: true }, args)
}

export default function ResetPassword() {
  return (
    // Is as tall as the window, so that the footer does not move while the session is read.
    <div className="min-h-dvh">
      <ResetPasswordScreen />
    </div>
  )
}
