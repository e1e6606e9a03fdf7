import { useState } from 'react'
import { serverMessage } from '#web/api/request-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField, SelectField } from '#web/ui/fields.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useOperatorCall, useOperatorRead } from './call.ts'
import { dayWords, Loaded, PartHead, type PartProps, Section } from './parts.tsx'
import { type Listed, PersonBadges } from './person-badges.tsx'
import { PersonCard } from './person-card.tsx'
import { PressButton } from './press-button.tsx'
import { operatorTexts } from './texts.ts'

const texts = operatorTexts.people

type Only = 'all' | 'unconfirmed' | 'suspended'

export function PeoplePart({ isOperator }: PartProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const [only, setOnly] = useState<Only>('all')
  // One entry for each page that was turned to: the last person of the page before.
  const [after, setAfter] = useState<string[]>([])
  const at = after.at(-1)
  const read = useOperatorRead<{ people: Listed[]; more: boolean; accounts: number; unconfirmed: number }>(
    `people?only=${only}${at ? `&after=${at}` : ''}`,
  )
  if (opened) return <PersonCard id={opened} isOperator={isOperator} onClose={() => setOpened(null)} />
  return (
    <>
      <PartHead title={texts.title}>{read.data && texts.counts(read.data.accounts, read.data.unconfirmed)}</PartHead>
      <div className="space-y-5">
        <Section title={texts.find}>
          <FindPerson onFound={setOpened} />
        </Section>
        <Section
          title={texts.list}
          aside={
            <SelectField
              label={texts.only}
              value={only}
              onChange={(event) => {
                setOnly(event.target.value as Only)
                setAfter([])
              }}
              options={[
                ['all', texts.all],
                ['unconfirmed', texts.unconfirmedOnly],
                ['suspended', texts.suspendedOnly],
              ]}
            />
          }
        >
          <Loaded of={read}>
            {({ people, more }) => (
              <>
                {people.length === 0 && <p className="text-muted">{texts.none}</p>}
                <ul className="divide-y divide-line">
                  {people.map((person) => (
                    <li key={person.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
                      <div className="min-w-0 flex-1 basis-56">
                        <p className="font-semibold wrap-anywhere" id={`person-${person.id}`}>
                          {person.name ?? texts.noName}
                        </p>
                        <p className="text-sm text-muted">
                          {texts.about(person.masked, dayWords(person.created_at), person.calendars)}
                        </p>
                      </div>
                      <PersonBadges {...person} />
                      <Button
                        variant="secondary"
                        size="small"
                        aria-describedby={`person-${person.id}`}
                        onClick={() => setOpened(person.id)}
                      >
                        {texts.open}
                      </Button>
                    </li>
                  ))}
                </ul>
                <div className="mt-3 flex gap-3">
                  {after.length > 0 && (
                    <Button variant="secondary" size="small" onClick={() => setAfter(after.slice(0, -1))}>
                      {texts.newer}
                    </Button>
                  )}
                  {more && (
                    <Button
                      variant="secondary"
                      size="small"
                      onClick={() => setAfter([...after, people.at(-1)?.id ?? ''])}
                    >
                      {texts.older}
                    </Button>
                  )}
                </div>
              </>
            )}
          </Loaded>
        </Section>
        {isOperator && <EndAll />}
      </div>
    </>
  )
}

function FindPerson({ onFound }: { onFound: (id: string) => void }) {
  const call = useOperatorCall()
  const [refused, setRefused] = useState<string | null>(null)
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('#domain/operators.ts')).addressForm,
    async onValid({ address }) {
      setRefused(null)
      try {
        onFound((await call<{ id: string }>('find-person', { email: address })).id)
      } catch (error) {
        setRefused(serverMessage(error) ?? operatorTexts.failed.body)
      }
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-3">
      <InputField
        label={texts.address}
        hint={texts.whole}
        name="address"
        type="email"
        autoComplete="off"
        className="min-w-0 flex-1 basis-64"
        error={problems.address ?? refused}
      />
      <Button type="submit" variant="secondary" className="sm:mt-6.5" working={working}>
        {texts.search}
      </Button>
    </form>
  )
}

function EndAll() {
  return (
    <Section title={texts.everybody}>
      <PressButton act="end-all-sessions" label={texts.endAll} says={texts.endAllSays} isDanger />
    </Section>
  )
}
