import { Globe, Mail, MessageSquareText, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AlertSpan, alertEnd, alertSpans, isQuiet, needsConfirming } from '#domain/alerts.ts'
import { addDays, dayInZone, timeInZone } from '#domain/dates.ts'
import { days } from '#domain/durations.ts'
import type { AlertKind } from '#domain/event-changes.ts'
import { ALERT_UPDATE_MAX, EVENT_DESCRIPTION_MAX, EVENT_LOCATION_NAME_MAX, EVENT_TITLE_MAX } from '#domain/limits.ts'
import { isGsm } from '#domain/text-segments.ts'
import { newKey } from '#web/api/new-key.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { InputField, SelectField, TextareaField } from '#web/ui/fields.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { AlertPreviews } from './alert-previews.tsx'
import { useHoldAlert } from './mutations.ts'
import { type AlertDraft, type Audience, type HeldAlert, type SentAlert, useAudience, usePreview } from './queries.ts'
import { templateSpans } from './template.ts'
import { alertTemplates, allClearMessage, composerTexts, heldTexts } from './texts.ts'

interface AlertComposerProps {
  calendar: { id: string; name: string; time_zone: string }
  kind: AlertKind
  /** The alert that a follow-up belongs to. */
  first: SentAlert | null
  /** What was taken back, to go on writing. */
  draft: HeldAlert | null
  onHeld: (id: string) => void
}

type Span = AlertSpan | 'unchanged'

interface Form {
  headline: string
  message: string
  place: string
  span: Span
  day: string
  time: string
  emergency: boolean
  typed: string
}

/** Writes an alert, or a follow-up to one, beside what people will receive, and sends it. */
export function AlertComposer({ calendar, kind, first, draft: taken, onHeld }: AlertComposerProps) {
  const zone = calendar.time_zone
  const [key] = useState(newKey)
  const [opened] = useState(() => new Date())
  const [form, setForm] = useState<Form>(() =>
    taken ? formOf(taken, first, zone) : emptyForm(kind, first, dayInZone(opened, zone)),
  )
  const { data: audience } = useAudience(calendar.id)
  const hold = useHoldAlert(calendar.id, onHeld)
  const isWorking = hold.isPending
  const change = (changed: Partial<Form>) => setForm((before) => ({ ...before, ...changed }))

  const end = endOf(form, opened, zone, first)
  const draft: AlertDraft = {
    calendar_id: calendar.id,
    kind,
    title: form.headline.slice(0, EVENT_TITLE_MAX),
    message: form.message.slice(0, kind === 'alert' ? EVENT_DESCRIPTION_MAX : ALERT_UPDATE_MAX),
    location_name: form.place.slice(0, EVENT_LOCATION_NAME_MAX),
    start_time: first?.start_time ?? opened.toISOString(),
    end_time: (end ?? new Date(opened.getTime() + days(1))).toISOString(),
  }
  const preview = usePreview(draft)
  const { onSubmit, problems } = useCheckedForm({
    rules: async () => {
      const { alertForm } = await import('#domain/alert-form.ts')
      // The hour is counted from the click, not from when the form was opened.
      const now = new Date()
      const until = endOf(form, now, zone, first)
      return alertForm({ kind, now, end: until, people: audience?.people ?? 0, name: calendar.name })
    },
    extraValues: { ...form },
    onValid: () => {
      const until = endOf(form, new Date(), zone, first)
      if (!audience || !until || isWorking) return
      const isNew = kind === 'alert'
      hold.mutate({
        key,
        kind,
        eventId: first?.id ?? null,
        headline: isNew ? form.headline : null,
        message: form.message,
        place: (isNew && form.place) || null,
        until: kind === 'all_clear' || form.span === 'unchanged' ? null : until.toISOString(),
        emergency: form.emergency,
        people: audience.people,
      })
    },
  })

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,30rem)]">
      <form noValidate onSubmit={onSubmit} className="space-y-5">
        {taken?.state === 'withdrawn' && (
          <p role="status" className="rounded-xl bg-sunk px-4 py-3">
            <strong>{heldTexts.undone.title}.</strong> {heldTexts.undone.body}
          </p>
        )}
        {kind === 'alert' && <Templates onChoose={change} chosen={form.headline} />}
        {kind === 'alert' && (
          <InputField
            label={composerTexts.headline}
            name="headline"
            required
            autoComplete="off"
            value={form.headline}
            error={problems.headline}
            onChange={({ target }) => change({ headline: target.value })}
          />
        )}
        <TextareaField
          label={composerTexts.message}
          name="message"
          required
          rows={4}
          value={form.message}
          error={problems.message}
          hint={<Parts preview={preview.data?.text} />}
          onChange={({ target }) => change({ message: target.value })}
        />
        {kind !== 'all_clear' && (
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-3">
            <Validity form={form} kind={kind} problem={problems.day} onChange={change} />
            {kind === 'alert' && (
              <div className={form.span === 'time' ? 'sm:col-span-3' : 'sm:col-span-2'}>
                <InputField
                  label={composerTexts.place}
                  name="place"
                  autoComplete="off"
                  maxLength={EVENT_LOCATION_NAME_MAX}
                  value={form.place}
                  onChange={({ target }) => change({ place: target.value })}
                />
              </div>
            )}
          </div>
        )}
        {kind === 'all_clear' && first ? (
          <ReachedBefore people={first.sent_count} />
        ) : (
          <Reached audience={audience} calendarId={calendar.id} />
        )}
        {audience?.is_public_body ? (
          <Checkbox
            label={<span className="font-semibold">{composerTexts.emergency}</span>}
            hint={composerTexts.emergencyHint}
            checked={form.emergency}
            onChange={({ target }) => change({ emergency: target.checked })}
          />
        ) : (
          audience !== undefined &&
          audience.texts > 0 &&
          isQuiet(opened, zone) && <p className="text-sm text-muted">{composerTexts.quietHint(audience.texts)}</p>
        )}
        {audience && needsConfirming(audience.people) && (
          <div className="rounded-xl border-l-4 border-danger bg-danger-soft p-4">
            <InputField
              label={composerTexts.confirmLegend(audience.people)}
              hint={composerTexts.confirmHint(audience.people, calendar.name)}
              name="typed"
              autoComplete="off"
              value={form.typed}
              error={problems.typed}
              onChange={({ target }) => change({ typed: target.value })}
            />
          </div>
        )}
        <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-4">
          <ButtonLink to={`/calendars/${calendar.id}`} variant="secondary">
            {composerTexts.cancel}
          </ButtonLink>
          <MainButton
            variant="danger"
            working={isWorking}
            reason={
              audience && reach(audience) > 0
                ? null
                : { says: audience ? composerTexts.nobody : composerTexts.counting }
            }
          >
            {!isWorking && <TriangleAlert aria-hidden="true" className="size-4.5" />}
            {isWorking
              ? composerTexts.sending
              : audience
                ? composerTexts.send(kind === 'all_clear' && first ? first.sent_count : audience.people, calendar.name)
                : composerTexts.sendPlain}
          </MainButton>
        </div>
      </form>
      <AlertPreviews
        preview={draft.title.trim() === '' ? undefined : preview.data}
        isFailed={preview.isError}
        name={calendar.name}
        isOver={kind === 'all_clear'}
      />
    </div>
  )
}

function emptyForm(kind: AlertKind, first: SentAlert | null, today: string): Form {
  return {
    headline: first?.title ?? '',
    message: kind === 'all_clear' ? allClearMessage : '',
    place: first?.location_name ?? '',
    span: kind === 'update' ? 'unchanged' : 'today',
    day: addDays(today, 1),
    time: '12:00',
    emergency: false,
    typed: '',
  }
}

function formOf(taken: HeldAlert, first: SentAlert | null, zone: string): Form {
  const end = taken.until ? new Date(taken.until) : new Date()
  return {
    headline: taken.headline ?? first?.title ?? '',
    message: taken.message ?? '',
    place: taken.place ?? '',
    span: taken.until ? 'time' : 'unchanged',
    day: dayInZone(end, zone),
    time: timeInZone(end, zone),
    emergency: taken.emergency,
    typed: '',
  }
}

function endOf({ span, day, time }: Form, now: Date, zone: string, first: SentAlert | null): Date | null {
  if (span === 'unchanged') return first && new Date(first.end_time)
  return alertEnd({ span, day, time }, now, zone)
}

function Templates({ chosen, onChoose }: { chosen: string; onChoose: (form: Partial<Form>) => void }) {
  const blank = { name: composerTexts.blank, headline: '', message: '' }
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="float-left mr-1 text-sm text-muted">{composerTexts.startFrom}</legend>
      {[...alertTemplates, blank].map(({ name, ...template }, at) => (
        <button
          key={name}
          type="button"
          aria-pressed={chosen === template.headline}
          onClick={() => onChoose({ ...template, span: templateSpans[at] ?? 'today' })}
          className={classes(
            'min-h-9 rounded-full border bg-card px-3.5 text-sm hover:bg-sunk max-sm:min-h-11',
            chosen === template.headline ? 'border-ink font-semibold' : 'border-line',
          )}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

/** Says how much of the texts that are sent is used. Its line is there from the start, so that nothing moves. */
function Parts({ preview }: { preview: { body: string; segments: number; isCut: boolean } | undefined }) {
  if (!preview) return <span> </span>
  const { body, segments, isCut } = preview
  const [one, each] = isGsm(body) ? [160, 153] : [70, 67]
  return (
    <span className="tabular-nums">
      {composerTexts.parts(body.length, segments === 1 ? one : each * segments, segments)}
      {isCut && <strong className="block text-ink">{composerTexts.partsCut}</strong>}
    </span>
  )
}

interface ValidityProps {
  form: Form
  kind: AlertKind
  problem: string | undefined
  onChange: (form: Partial<Form>) => void
}

function Validity({ form, kind, problem, onChange }: ValidityProps) {
  const spans = alertSpans.map((span) => [span, composerTexts.spans[span]] as const)
  const options = kind === 'update' ? [['unchanged', composerTexts.unchanged] as const, ...spans] : spans
  return (
    <>
      <SelectField
        label={composerTexts.until}
        options={options}
        value={form.span}
        onChange={({ target }) => onChange({ span: target.value as Span })}
      />
      {form.span === 'time' && (
        <>
          <InputField
            label={composerTexts.untilDay}
            name="day"
            type="date"
            required
            value={form.day}
            error={problem}
            onChange={({ target }) => onChange({ day: target.value })}
          />
          <InputField
            label={composerTexts.untilTime}
            type="time"
            required
            value={form.time}
            onChange={({ target }) => onChange({ time: target.value })}
          />
        </>
      )}
    </>
  )
}

const reach = ({ emails, texts, pushes }: Audience) => emails + texts + pushes

function Reached({ audience, calendarId }: { audience: Audience | undefined; calendarId: string }) {
  return (
    <section aria-label={composerTexts.who}>
      <h2 className="mb-1.5 font-sans text-sm font-semibold">{composerTexts.who}</h2>
      <div className="flex min-h-19 flex-wrap items-center gap-x-8 gap-y-3 rounded-xl border border-line bg-card px-4 py-3">
        {!audience && <p className="text-muted">{composerTexts.counting}</p>}
        {audience && reach(audience) === 0 && (
          <p>
            {composerTexts.nobody}{' '}
            <ButtonLink to={`/calendars/${calendarId}/people`} variant="secondary" size="small">
              {composerTexts.addPeople}
            </ButtonLink>
          </p>
        )}
        {audience && reach(audience) > 0 && (
          <>
            <Count icon={<Mail aria-hidden="true" className="size-5" />}>{composerTexts.emails(audience.emails)}</Count>
            <Count icon={<MessageSquareText aria-hidden="true" className="size-5" />}>
              {composerTexts.texts(audience.texts)}
            </Count>
            <Count icon={<Globe aria-hidden="true" className="size-5" />}>
              {composerTexts.pushes(audience.pushes)}
            </Count>
            <p className="min-w-48 flex-1 text-sm text-muted">
              {composerTexts.everyone}.{' '}
              {audience.unconfirmed + audience.unsubscribed > 0 &&
                composerTexts.leftOut(audience.unconfirmed, audience.unsubscribed)}
            </p>
          </>
        )}
      </div>
    </section>
  )
}

/** The all clear goes to those who got the alert: their number is known, and how they got it does not matter. */
function ReachedBefore({ people }: { people: number }) {
  return (
    <section aria-label={composerTexts.who}>
      <h2 className="mb-1.5 font-sans text-sm font-semibold">{composerTexts.who}</h2>
      <p className="rounded-xl border border-line bg-card px-4 py-3">{composerTexts.gotIt(people)}</p>
    </section>
  )
}

/** "47 emails", with the number large. */
function Count({ icon, children }: { icon: ReactNode; children: string }) {
  const [number, ...words] = children.split(' ')
  return (
    <p className="flex items-center gap-3 text-muted">
      {icon}
      <span>
        <span className="block font-display text-2xl leading-7 text-ink tabular-nums">{number} </span>
        <span className="block text-sm">{words.join(' ')}</span>
      </span>
    </p>
  )
}
