import type { EventScope } from '#domain/recurrence/edit.ts'
import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { repeatTexts } from './repeat-texts.ts'

interface ScopeChoiceProps {
  legend: string
  /** The scopes that fit the change. */
  scopes: readonly EventScope[]
  value: EventScope
  onChange: (scope: EventScope) => void
}

/** Asks which dates of a repeated event to change. */
export function ScopeChoice({ legend, scopes, value, onChange }: ScopeChoiceProps) {
  return (
    <RadioGroup legend={legend}>
      {scopes.map((scope) => (
        <Radio
          key={scope}
          name="scope"
          value={scope}
          checked={scope === value}
          onChange={() => onChange(scope)}
          label={repeatTexts.scope[scope]}
          hint={scope === 'all' ? repeatTexts.scope.allHint : undefined}
        />
      ))}
    </RadioGroup>
  )
}
