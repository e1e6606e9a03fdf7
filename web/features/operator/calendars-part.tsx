import { useState } from 'react'
import { serverMessage } from '#web/api/request-errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useOperatorCall, useOperatorRead } from './call.ts'
import { atWords, dayWords, Facts, Loaded, PartHead, type PartProps, Section } from './parts.tsx'
import { PressButton } from './press-button.tsx'
import { operatorTexts } from './texts.ts'

const texts = operatorTexts.calendars

interface Calendar {
  identifier: string
  name: string
  disabled: boolean
  deleted_at: string | null
  paused_at: string | null
  paused_by: string | null
  paused_reason: string | null
  owner: string | null
  moved_to: string | null
}
interface Mailing {
  day: string
  kind: string
  state: string
  review: string | null
  counts: Record<string, number>
}
type Found = Calendar & { contacts: number; members: number; mailings: Mailing[] }
interface Suspended {
  user_id: string
  name: string | null
  masked: string | null
  suspended_at: string
  reason: string
}

export function CalendarsPart({ isOperator }: PartProps) {
  const [number, setNumber] = useState<string | null>(null)
  const read = useOperatorRead<{ calendars: Calendar[]; owners: Suspended[] }>('calendars')
  return (
    <>
      <PartHead title={texts.title} />
      <div className="space-y-5">
        <Section title={texts.find}>
          <FindCalendar onFound={setNumber} />
          {number && <FoundCalendar number={number} isOperator={isOperator} />}
        </Section>
        <Section title={texts.stopped}>
          <Loaded of={read}>
            {({ calendars }) => (
              <>
                {calendars.length === 0 && <p className="text-muted">{texts.noneStopped}</p>}
                <ul className="divide-y divide-line">
                  {calendars.map((calendar) => (
                    <li key={calendar.identifier} className="space-y-2 py-3">
                      <CalendarHead calendar={calendar} />
                      <CalendarPresses calendar={calendar} isOperator={isOperator} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Loaded>
        </Section>
        <Section title={texts.suspended}>
          <Loaded of={read}>
            {({ owners }) => (
              <>
                {owners.length === 0 && <p className="text-muted">{texts.noneSuspended}</p>}
                <ul className="divide-y divide-line">
                  {owners.map((owner) => (
                    <li key={owner.user_id} className="flex flex-wrap items-center gap-3 py-3">
                      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
                        <span className="font-semibold">{owner.name ?? texts.gone}</span> {owner.masked}{' '}
                        <span className="text-muted">{`${dayWords(owner.suspended_at)}: ${owner.reason}`}</span>
                      </p>
                      {owner.masked && (
                        <PressButton
                          act="resume-owner"
                          body={{ user_id: owner.user_id }}
                          label={operatorTexts.people.resume}
                          says={operatorTexts.people.resumeSays}
                        />
                      )}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Loaded>
        </Section>
      </div>
    </>
  )
}

function FindCalendar({ onFound }: { onFound: (number: string) => void }) {
  const call = useOperatorCall()
  const [refused, setRefused] = useState<string | null>(null)
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('#domain/operators.ts')).calendarNumberForm,
    async onValid({ calendar }) {
      setRefused(null)
      try {
        onFound((await call<Calendar>('calendar', { calendar })).identifier)
      } catch (error) {
        setRefused(serverMessage(error) ?? operatorTexts.failed.body)
      }
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-3">
      <InputField
        label={texts.number}
        hint={texts.numberHint}
        name="calendar"
        autoComplete="off"
        className="min-w-0 flex-1 basis-64"
        error={problems.calendar ?? refused}
      />
      <Button type="submit" variant="secondary" className="sm:mt-6.5" working={working}>
        {operatorTexts.people.search}
      </Button>
    </form>
  )
}

function FoundCalendar({ number, isOperator }: PartProps & { number: string }) {
  const read = useOperatorRead<Found>('calendar', { calendar: number })
  return (
    <div className="mt-5 space-y-4 border-t border-line pt-5">
      <Loaded of={read}>
        {(calendar) => (
          <>
            <CalendarHead calendar={calendar} />
            <Facts
              facts={[
                [texts.owner, calendar.owner ?? texts.nobody],
                [texts.people, texts.peopleCount(calendar.contacts, calendar.members)],
              ]}
            />
            <CalendarPresses calendar={calendar} isOperator={isOperator} />
            <h3 className="text-lg">{texts.mailings}</h3>
            {calendar.mailings.length === 0 && <p className="text-muted">{texts.noMailings}</p>}
            <ul className="divide-y divide-line">
              {calendar.mailings.map(({ day, kind, state, review, counts }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two mailings of a day may be alike, and the list is never sorted.
                <li key={at} className="flex flex-wrap gap-x-4 py-2">
                  <span className="tabular-nums">{day}</span>
                  <span lang="en">{[kind, state, review].filter(Boolean).join(', ')}</span>
                  <span lang="en" className="text-muted">
                    {Object.entries(counts)
                      .map(([word, count]) => `${count} ${word}`)
                      .join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </div>
  )
}

function CalendarHead({ calendar }: { calendar: Calendar }) {
  const { identifier, name, disabled, deleted_at, paused_at, paused_reason, moved_to } = calendar
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold wrap-anywhere">{`#${identifier} ${name}`}</span>
        {paused_at && <Badge variant="bell">{operatorTexts.people.paused}</Badge>}
        {disabled && <Badge>{operatorTexts.people.hidden}</Badge>}
        {deleted_at && <Badge variant="danger">{texts.deleted}</Badge>}
      </p>
      {paused_at && <p className="text-sm text-muted">{`${atWords(paused_at)}: ${paused_reason}`}</p>}
      {moved_to && <p className="text-sm text-muted">{texts.movedTo(moved_to)}</p>}
    </div>
  )
}

function CalendarPresses({ calendar, isOperator }: PartProps & { calendar: Calendar }) {
  const { identifier, paused_at, paused_by, disabled, moved_to } = calendar
  const body = { calendar: identifier }
  return (
    <div className="flex flex-wrap gap-3">
      {paused_at === null && <PressButton act="pause" body={body} label={texts.pause} says={texts.pauseSays} />}
      {paused_at !== null && paused_by !== 'suspension' && (
        <PressButton act="resume" body={body} label={texts.resume} says={texts.resumeSays} />
      )}
      {isOperator && disabled && <PressButton act="enable" body={body} label={texts.show} says={texts.showSays} />}
      {isOperator && !disabled && (
        <PressButton act="disable" body={body} label={texts.hide} says={texts.hideSays} isDanger />
      )}
      {isOperator && moved_to && (
        <PressButton act="moved" body={{ ...body, to: null }} label={texts.undoMove} says={texts.undoMoveSays} />
      )}
      {isOperator && !moved_to && (
        <PressButton
          act="moved"
          body={body}
          label={texts.move}
          says={texts.moveSays}
          variant="quiet"
          isDanger
          fields={
            <>
              <InputField label={texts.moveTo} hint={texts.moveToHint} name="to" type="url" required />
              <InputField label={texts.moveKey} hint={texts.moveKeyHint} name="key" autoComplete="off" />
            </>
          }
        />
      )}
    </div>
  )
}
