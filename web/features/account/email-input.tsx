import { type ComponentProps, useEffect, useRef } from 'react'
import { Input } from '#web/ui/input.tsx'

interface EmailInputProps extends ComponentProps<'input'> {
  email: string
  onEmail: (email: string) => void
}

/** Shares its value between the screen's modes: sign in, sign up, new password. */
export function EmailInput({ email, onEmail, ...control }: EmailInputProps) {
  const input = useRef<HTMLInputElement>(null)
  // It may have been typed before the scripts arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useEffect(() => onEmail(input.current?.value ?? ''), [])
  return (
    <Input
      autoComplete="username"
      {...control}
      ref={input}
      type="email"
      name="email"
      defaultValue={email}
      onChange={(event) => onEmail(event.target.value)}
    />
  )
}
