import type { ComponentProps } from 'react'
import { Input } from '#web/ui/input.tsx'

interface EmailInputProps extends ComponentProps<'input'> {
  email: string
  onEmail: (email: string) => void
}

/** Shares its value between the screen's modes: sign in, sign up, new password. */
export function EmailInput({ email, onEmail, ...control }: EmailInputProps) {
  return (
    <Input
      {...control}
      type="email"
      name="email"
      autoComplete="username"
      defaultValue={email}
      onChange={(event) => onEmail(event.target.value)}
    />
  )
}
