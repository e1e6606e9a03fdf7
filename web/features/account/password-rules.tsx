import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { accountFormTexts } from './texts.ts'

/** Returns the unmet rules; none while the field is empty. Downloads the rules with the first letter. */
export function useUnmetRules(password: string): string[] {
  const [unmet, setUnmet] = useState<string[]>([])
  useEffect(() => {
    let current = true
    if (password === '') setUnmet([])
    else {
      import('#domain/passwords.ts').then(({ unmetRules }) => {
        if (current) setUnmet(unmetRules(password))
      })
    }
    return () => {
      current = false
    }
  }, [password])
  return unmet
}

/** Lists the unmet rules under the field. */
export function PasswordRules({ id, unmet }: { id: string; unmet: string[] }) {
  return (
    <ul
      id={id}
      aria-live="polite"
      aria-label={accountFormTexts.passwordRules}
      className="mt-2 space-y-1 text-sm text-danger empty:hidden"
    >
      {unmet.map((rule) => (
        <li key={rule} className="flex items-start gap-1.5">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {rule}
        </li>
      ))}
    </ul>
  )
}
