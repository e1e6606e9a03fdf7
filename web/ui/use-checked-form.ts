import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ZodType } from 'zod'
import { uiTexts } from './texts.ts'
import { toast } from './toast.ts'

// The form of every page and screen whose fields do not change each other: their rules and zod are downloaded with the first submit.
// Fields are read from the DOM, not from state: browsers fill in passwords before any script of ours runs, and a form needs no state
// of its own. Fields that follow each other while somebody types are in use-live-form.ts.

/** The first problem of each field, by its name. */
export type Problems = Partial<Record<string, string>>

interface CheckedForm<Values> {
  rules: () => Promise<ZodType<Values>>
  /** Of a dialog: what was wrong is forgotten when it closes. */
  isOpen?: boolean
  /** Values that the rules require and no field has. */
  extraValues?: Record<string, unknown>
  onValid: (values: Values, form: HTMLFormElement) => unknown
  onInvalid?: (problems: Problems) => void
}

export function useCheckedForm<Values>(form: CheckedForm<Values>) {
  const { rules, isOpen = true, extraValues, onValid, onInvalid } = form
  const [problems, setProblems] = useState<Problems>({})
  const [working, setWorking] = useState(false)
  const submitted = useRef<HTMLFormElement>(null)
  const isToFocus = useRef(false)

  useEffect(() => {
    if (!isOpen) setProblems({})
  }, [isOpen])

  useEffect(() => {
    const form = submitted.current
    if (!form || Object.keys(problems).length === 0) return
    // Once the problems are shown, so that the field is marked when it gets the focus.
    if (isToFocus.current) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    isToFocus.current = false
    // Later: rendered before React has read a controlled field, it would get its old value back.
    const onInput = ({ target }: Event) =>
      setTimeout(() => setProblems((found) => without(found, (target as Field).name)))
    form.addEventListener('input', onInput)
    return () => form.removeEventListener('input', onInput)
  }, [problems])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (working) return
    const form = event.currentTarget
    submitted.current = form
    setWorking(true)
    try {
      const parsed = (await rules()).safeParse({ ...fieldsOf(form), ...extraValues })
      const found = parsed.success ? {} : problemsOf(parsed.error.issues)
      isToFocus.current = true
      setProblems(found)
      if (parsed.success) await onValid(parsed.data, form)
      else onInvalid?.(found)
    } catch {
      toast(uiTexts.unexpected)
    } finally {
      setWorking(false)
    }
  }

  return { onSubmit, problems, working }
}

/** A field that is being corrected is no longer wrong. */
function without(problems: Problems, field: string): Problems {
  const [group = ''] = field.split('.')
  return problems[field] || problems[group] ? { ...problems, [field]: undefined, [group]: undefined } : problems
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Returns the named fields: a checkbox as a boolean, any other as text. The field `amounts.lemons` is in the object `amounts`. */
function fieldsOf(form: HTMLFormElement): Record<string, unknown> {
  const values: Record<string, Record<string, unknown>> = { '': {} }
  for (const field of form.querySelectorAll<Field>('input[name], textarea[name], select[name]')) {
    if (field.type === 'radio' && !(field as HTMLInputElement).checked) continue
    const [name = '', group = ''] = field.name.split('.').reverse()
    values[group] ??= {}
    values[group][name] = field.type === 'checkbox' ? (field as HTMLInputElement).checked : field.value
  }
  const { '': own, ...groups } = values
  return { ...own, ...groups }
}

/** Names a problem in a group twice: `amounts` and `amounts.lemons`. */
function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Problems {
  const found: Problems = {}
  for (const { path, message } of issues) {
    found[String(path[0])] ??= message
    found[path.join('.')] ??= message
  }
  return found
}
