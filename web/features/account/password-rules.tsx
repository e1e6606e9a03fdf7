import { CircleAlert } from 'lucide-react'
import { unmetRules } from '#domain/passwords.ts'

/** The live list under the field: what the password still lacks. Nothing before the first letter. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const unmet = password === '' ? [] : unmetRules(password)
  return (
    <ul
      id={id}
      aria-live="polite"
      aria-label="Password rules"
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
