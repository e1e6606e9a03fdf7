import type { ComponentProps } from 'react'
import { Input } from '#web/ui/input.tsx'

interface EmailInputProps extends ComponentProps<'input'> {
  email: string
  onEmail: (email: string) => void
}

/** What was typed in one mode of the screen is there in the next. */
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
