import type { EventScope } from '#domain/recurrence/edit.ts'
import { repeatTexts } from '#domain/texts/recurrence.ts'
import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'

interface ScopeChoiceProps {
  legend: string
  /** Those that make sense for the change. */
  scopes: readonly EventScope[]
  value: EventScope
  onChange: (scope: EventScope) => void
}

/** Which dates of a repeated event are meant. */
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
