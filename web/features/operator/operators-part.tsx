import { Badge } from '#web/ui/badge.tsx'
import { InputField, SelectField } from '#web/ui/fields.tsx'
import { useOperatorRead } from './call.ts'
import { dayWords, Loaded, PartHead, type PartProps, Section } from './parts.tsx'
import { PressButton } from './press-button.tsx'
import { operatorTexts } from './texts.ts'

const texts = operatorTexts.operators

interface Operator {
  user_id: string
  name: string | null
  email: string
  role: 'operator' | 'helper'
  created_at: string
  has_two_steps: boolean
  named_by: string | null
}

export function OperatorsPart({ isOperator }: PartProps) {
  const read = useOperatorRead<{ operators: Operator[] }>('operators')
  return (
    <>
      <PartHead
        title={texts.title}
        action={
          isOperator && (
            <PressButton
              act="name-operator"
              label={texts.add}
              says={texts.addSays}
              fields={
                <>
                  <InputField label={texts.email} name="email" type="email" autoComplete="off" required />
                  <SelectField
                    label={texts.as}
                    name="role"
                    options={[
                      ['helper', operatorTexts.roles.helper],
                      ['operator', operatorTexts.roles.operator],
                    ]}
                  />
                </>
              }
            />
          )
        }
      >
        {texts.lead}
      </PartHead>
      <Section title={texts.list}>
        <Loaded of={read}>
          {({ operators }) => (
            <ul className="divide-y divide-line">
              {operators.map((one) => (
                <li key={one.user_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
                  <div className="min-w-0 flex-1 basis-56">
                    <p className="font-semibold wrap-anywhere">{one.name ?? one.email}</p>
                    <p className="text-sm text-muted wrap-anywhere">
                      {one.email} {texts.since(dayWords(one.created_at), one.named_by)}
                    </p>
                  </div>
                  <Badge variant="bell">{operatorTexts.roles[one.role]}</Badge>
                  {!one.has_two_steps && <Badge variant="danger">{texts.noTwoSteps}</Badge>}
                  {isOperator && (
                    <PressButton
                      act="remove-operator"
                      body={{ user_id: one.user_id }}
                      label={texts.remove}
                      says={texts.removeSays}
                      isDanger
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Section>
    </>
  )
}
