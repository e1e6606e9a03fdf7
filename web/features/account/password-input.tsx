import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Input } from '#web/ui/input.tsx'
import { accountFormTexts } from './texts.ts'

/** A password field whose text can be shown. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <span className="relative block">
      <Input {...props} type={shown ? 'text' : 'password'} className="pr-12" autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        aria-label={shown ? accountFormTexts.hidePassword : accountFormTexts.showPassword}
        aria-controls={props.id}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-muted hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </span>
  )
}
