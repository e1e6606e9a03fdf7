import { ArrowLeft, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { whenWords } from '#domain/event-words.ts'
import { ANSWER_NAME_MAX, ANSWERS_STORED_DAYS } from '#domain/limits.ts'
import { leftOf, type Slot, slotKinds } from '#domain/slots.ts'
import { slotsCsv } from '#domain/slots-csv.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { MessageGuests } from '#web/features/linked/message-guests.tsx'
import { WaitingMessages } from '#web/features/linked/waiting-messages.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { RemovePerson, SaveAndPrint } from '#web/ui/person-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { AmountField } from './amount-field.tsx'
import { type BoardEvent, type Signup, useBoardEvent, useRecordSlot, useRemoveSignup, useSignups } from './board.ts'
import { boardTexts as texts } from './board-texts.ts'
import { SlotsEditor } from './slots-editor.tsx'

type BoardCalendar = { id: string; name: string; time_zone: string }

/** Shows admins who helps at an event and brings what, and decides what it needs. */
export function BoardScreen({ calendar, eventId }: { calendar: BoardCalendar; eventId: string }) {
  const event = useBoardEvent(eventId)
  if (event.isPending) return <Skeleton className="h-96 rounded-xl" />
  if (event.isError) return <LoadError message={texts.loadFailed.body} onRetry={event.refetch} />
  if (!event.data) return <p>{texts.notFound}</p>
  const { title, slots } = event.data
  return (
    <>
      <p className="mb-4" data-print="no">
        <Link
          to={`/calendars/${calendar.id}/events/${eventId}`}
          className="inline-flex min-h-6 items-center gap-2 link"
        >
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          {texts.back}
        </Link>
      </p>
      <h2 className="text-2xl wrap-anywhere">{title}</h2>
      <p className="mb-6 text-muted first-letter:uppercase">{whenWords(event.data, calendar.time_zone)}</p>
      <WaitingMessages calendar={calendar} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        {slots.length > 0 ? (
          <Lists event={event.data} calendar={calendar} />
        ) : (
          <Card className="p-6 text-muted">{texts.none}</Card>
        )}
        {/* Keyed, so that the form shows what was saved. */}
        <SlotsEditor
          key={JSON.stringify(slots.map(({ taken: _, ...slot }) => slot))}
          event={event.data}
          calendarId={calendar.id}
        />
      </div>
    </>
  )
}

function Lists({ event, calendar }: { event: BoardEvent; calendar: BoardCalendar }) {
  const signups = useSignups(event.id)
  const [added, setAdded] = useState<Slot | null>(null)
  const [removed, setRemoved] = useState<Signup | null>(null)
  const remove = useRemoveSignup(event.id)
  if (signups.isPending) return <Skeleton className="h-96 rounded-xl" />
  if (signups.isError) return <LoadError message={texts.loadFailed.body} onRetry={signups.refetch} />
  const people = signups.data
  return (
    <section aria-label={texts.lists} className="space-y-5">
      <div data-print="no" className="flex flex-wrap gap-2">
        <MessageGuests calendar={calendar} eventId={event.id} start="helping" />
        <SaveAndPrint name="lists.csv" csv={() => slotsCsv(event.slots, people, texts.columns)} />
      </div>
      {slotKinds.map((kind) => {
        const lines = event.slots.filter((slot) => slot.kind === kind)
        if (lines.length === 0) return null
        return (
          <Card key={kind} className="p-5">
            <h3 className="mb-2 text-xl">{slotTexts.kinds[kind]}</h3>
            <ul className="divide-y divide-line">
              {lines.map((slot) => (
                <Line key={slot.id} slot={slot} people={people} onAdd={() => setAdded(slot)} onRemove={setRemoved} />
              ))}
            </ul>
          </Card>
        )
      })}
      <p className="text-sm text-muted">{texts.kept(ANSWERS_STORED_DAYS)}</p>
      <RecordDialog key={added?.id} eventId={event.id} slot={added} onClose={() => setAdded(null)} />
      <RemovePerson
        person={removed}
        onClose={() => setRemoved(null)}
        title={({ name }) => texts.removeTitle(name)}
        body={texts.removeHint}
        confirm={texts.remove}
        removal={remove}
      />
    </section>
  )
}

interface LineProps {
  slot: Slot
  people: Signup[]
  onAdd: () => void
  onRemove: (person: Signup) => void
}

function Line({ slot, people, onAdd, onRemove }: LineProps) {
  const names = people.flatMap((person) =>
    person.amounts.filter(({ slot_id }) => slot_id === slot.id).map(({ amount }) => ({ person, amount })),
  )
  return (
    <li className="py-3">
      <div className="flex items-start gap-4">
        <p className="min-w-0 flex-1 py-1.5 font-semibold wrap-anywhere" dir="auto">
          {slot.title}{' '}
          <span className="font-normal whitespace-nowrap text-muted">{texts.count(slot.taken, slot.wanted)}</span>
        </p>
        {leftOf(slot) > 0 && (
          <Button
            size="small"
            variant="secondary"
            className="shrink-0"
            data-print="no"
            onClick={onAdd}
            aria-label={texts.addTo(slot.title)}
          >
            {texts.add}
          </Button>
        )}
      </div>
      {names.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">{texts.nobody}</p>
      ) : (
        <ul>
          {names.map(({ person, amount }) => (
            <li key={person.id} className="flex min-h-10 items-center gap-2 py-1">
              <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
                <span>{amount > 1 ? `${person.name} (${amount})` : person.name}</span>
                {person.email && <span className="block text-sm text-muted">{person.email}</span>}
              </span>
              <Button size="small" variant="quietDanger" data-print="no" onClick={() => onRemove(person)}>
                <X aria-hidden="true" className="size-4.5" />
                <span className="sr-only">
                  {texts.remove} {person.name}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface RecordDialogProps {
  eventId: string
  /** Null is closed. */
  slot: Slot | null
  onClose: () => void
}

/** Writes down what somebody said on the phone. */
function RecordDialog({ eventId, slot, onClose }: RecordDialogProps) {
  const record = useRecordSlot(eventId)
  const { onSubmit, problems } = useCheckedForm({
    isOpen: slot !== null,
    rules: async () => (await import('#domain/slot-forms.ts')).recordedSlotForm,
    onValid: (form) => slot && record.mutate({ slotId: slot.id, ...form }, { onSuccess: onClose }),
  })

  return (
    <FormDialog
      open={slot !== null}
      onClose={onClose}
      title={slot ? texts.addTo(slot.title) : ''}
      onSubmit={onSubmit}
      submit={texts.save}
      working={record.isPending}
    >
      <InputField
        label={texts.name}
        error={problems.name}
        required
        name="name"
        maxLength={ANSWER_NAME_MAX}
        autoComplete="off"
      />
      {slot && <AmountField name="amount" label={texts.amount} slot={slot} min={1} start={1} error={problems.amount} />}
    </FormDialog>
  )
}
