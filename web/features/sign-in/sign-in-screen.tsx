import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useAuth } from '#web/features/account/auth-state.ts'
import { Loading } from '#web/features/account/loading.tsx'
import { isSignUp, type Mode } from '#web/features/account/mode.ts'
import { accountFormTexts, modeTexts, signInTexts } from '#web/features/account/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { usePageHead } from '#web/ui/use-page-head.ts'
import { ForgotForm } from './forgot-form.tsx'
import { LoginForm } from './login-form.tsx'
import { SecondStepForm } from './second-step-form.tsx'
import { SignInArt } from './sign-in-art.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useCaptcha } from './use-captcha.tsx'

// Lazy: most people have a password, or are signed in.
const PasskeySignIn = lazyExport(() => import('./passkey-sign-in.tsx'), 'PasskeySignIn')
const CodeForm = lazyExport(() => import('./code-form.tsx'), 'CodeForm')

/** Returns the mode in the URL; login unless it says sign-up. */
export function modeOf(search: string): Mode {
  return new URLSearchParams(search).get('mode') === 'signup' ? 'signup' : 'login'
}

/** Shows the forms to sign in, sign up or reset a password; after the password, the second-factor code if it is turned on. */
export function SignInScreen({ start, next }: { start: Mode; next: string }) {
  const { mfaPending } = useAuth({ begin: false })
  if (!mfaPending) return <SignInForms start={start} next={next} />
  return (
    <Frame>
      <SecondStepForm factorId={mfaPending.factorId} />
    </Frame>
  )
}

/** Keeps the typed email when the form changes. */
function SignInForms({ start, next }: { start: Mode; next: string }) {
  const [mode, setMode] = useMode(start)
  const [email, setEmail] = useState('')
  const captcha = useCaptcha(mode)
  const { heading, lead } = modeTexts[mode]
  usePageHead(modeTexts[mode])

  const form = { email, onEmail: setEmail, captcha, next }
  return (
    <Frame>
      <h1 className="text-3xl">{heading}</h1>
      <p className="mt-1.5 mb-6 text-muted">{lead}</p>
      {mode === 'login' && <LoginForm {...form} onForgot={() => setMode('forgot')} />}
      {mode === 'signup' && <SignUpForm {...form} />}
      {mode === 'forgot' && <ForgotForm {...form} onDone={() => setMode('login')} />}
      {(mode === 'code' || mode === 'signup-code') && (
        <Suspense fallback={<Loading />}>
          <CodeForm key={mode} {...form} isSignUp={isSignUp(mode)} />
        </Suspense>
      )}
      {mode === 'login' && (
        <Suspense fallback={<div className="mt-4 h-11" />}>
          <PasskeySignIn />
        </Suspense>
      )}
      {mode === 'login' && <OtherWay label={signInTexts.byCode} onClick={() => setMode('code')} />}
      {mode === 'signup' && <OtherWay label={signInTexts.signUpByCode} onClick={() => setMode('signup-code')} />}
      <p className="mt-6 border-t border-line pt-5 text-center text-sm">
        {mode === 'login' && (
          <ModeLink before={signInTexts.noAccount} label={signInTexts.toSignUp} onClick={() => setMode('signup')} />
        )}
        {isSignUp(mode) && (
          <ModeLink before={signInTexts.haveAccount} label={accountFormTexts.signIn} onClick={() => setMode('login')} />
        )}
        {(mode === 'forgot' || mode === 'code') && (
          <ModeLink label={accountFormTexts.backToSignIn} onClick={() => setMode('login')} />
        )}
      </p>
    </Frame>
  )
}

/** Below the form, and apart from it. */
function OtherWay({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="secondary" className="mt-4 w-full" onClick={onClick}>
      {label}
    </Button>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-6xl items-center gap-12 px-4 py-8 sm:px-6 sm:py-14 lg:grid-cols-[minmax(0,27rem)_1fr] lg:gap-20">
      <Card className="mx-auto w-full max-w-md p-6 sm:p-8">{children}</Card>
      <SignInArt />
    </div>
  )
}

/** Follows the URL too: a link to /signin?mode=signup in the header works while the screen is open. */
function useMode(start: Mode) {
  const [mode, setMode] = useState(start)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new visit of the address begins in its mode.
  useEffect(() => setMode(start), [key, start])
  return [mode, setMode] as const
}

function ModeLink({ before, label, onClick }: { before?: string; label: string; onClick: () => void }) {
  return (
    <>
      {before && <span className="text-muted">{before} </span>}
      <button type="button" onClick={onClick} className="link inline-flex min-h-8 items-center rounded-sm">
        {label}
      </button>
    </>
  )
}
