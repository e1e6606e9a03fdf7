import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { copyTexts } from './texts.ts'

interface CopyFieldProps {
  label: string
  value: string
  hint?: string
  /** Shows a text area of this height, for code. */
  rows?: number
}

/** Shows a text to copy, selected on focus, with a copy button. */
export function CopyField({ label, value, hint, rows }: CopyFieldProps) {
  const shown = useRef<HTMLInputElement & HTMLTextAreaElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast(copyTexts.copied)
    } catch {
      shown.current?.focus()
      shown.current?.select()
      toast(copyTexts.byHand)
    }
  }

  return (
    <div className={rows ? undefined : 'flex flex-wrap items-end gap-2'}>
      <Field label={label} hint={hint} className="min-w-0 flex-1">
        {(control) => {
          const field = { ...control, ref: shown, readOnly: true, value, onFocus: selectAll }
          return rows ? (
            <Textarea {...field} rows={rows} className="font-mono text-sm" />
          ) : (
            <Input {...field} className="text-sm" />
          )
        }}
      </Field>
      <Button
        variant="secondary"
        className={rows ? 'mt-2' : undefined}
        onClick={copy}
        aria-label={`${copyTexts.copy}: ${label}`}
      >
        {copyTexts.copy}
      </Button>
    </div>
  )
}

function selectAll(event: { target: { select: () => void } }) {
  event.target.select()
}
