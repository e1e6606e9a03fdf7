import { type FormEvent, useState } from 'react'
import type { ZodType } from 'zod'
import { toast } from '#web/ui/toast.ts'
import { accountFormTexts } from './texts.ts'

// Forms of the sign-in screen. The screen is public and must load fast, so its rules and zod are downloaded with the first
// submit. Fields are read from the DOM, not from state: browsers fill in passwords before any script of ours runs.

export type Problems<Values> = Partial<Record<keyof Values, string>>

interface CheckedForm<Values> {
  rules: () => Promise<ZodType<Values>>
  /** Values that the rules require and no field has. */
  extraValues?: Partial<Values>
  onValid: (values: Values) => Promise<void>
  onInvalid?: (problems: Problems<Values>) => void
}

export function useCheckedForm<Values>({ rules, extraValues, onValid, onInvalid }: CheckedForm<Values>) {
  const [problems, setProblems] = useState<Problems<Values>>({})
  const [working, setWorking] = useState(false)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (working) return
    const form = event.currentTarget
    setWorking(true)
    try {
      const parsed = (await rules()).safeParse({ ...fieldsOf(form), ...extraValues })
      const found = parsed.success ? {} : problemsOf<Values>(parsed.error.issues)
      setProblems(found)
      if (parsed.success) return await onValid(parsed.data)
      focusFirst(form)
      onInvalid?.(found)
    } catch {
      toast(accountFormTexts.unexpected)
    } finally {
      setWorking(false)
    }
  }

  return { onSubmit, problems, working }
}

/** Returns the named inputs: a checkbox as a boolean, any other as text. */
function fieldsOf(form: HTMLFormElement): Record<string, string | boolean> {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement && element.name !== '')
  return Object.fromEntries(
    (inputs as HTMLInputElement[]).map(({ name, type, checked, value }) => [
      name,
      type === 'checkbox' ? checked : value,
    ]),
  )
}

function problemsOf<Values>(issues: readonly { path: PropertyKey[]; message: string }[]): Problems<Values> {
  const found: Problems<Values> = {}
  for (const { path, message } of issues) found[path[0] as keyof Values] ??= message
  return found
}

/** Focuses the first invalid field, after React has marked it. */
function focusFirst(form: HTMLFormElement): void {
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
