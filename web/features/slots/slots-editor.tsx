import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { SLOT_TITLE_MAX, SLOT_WANTED_MAX, SLOTS_MAX } from '#domain/limits.ts'
import { type SlotKind, slotKinds } from '#domain/slots.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { InputField } from '#web/ui/fields.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { type BoardEvent, useSaveSlots } from './board.ts'
import { slotEditorTexts as texts } from './board-texts.ts'

interface DraftLine {
  /** Known to this form only. */
  key: string
  id?: string
  kind: SlotKind
  title: string
  wanted: string
}

/** Writes the lists of an event. */
export function SlotsEditor({ event, calendarId }: { event: BoardEvent; calendarId: string }) {
  const [lines, setLines] = useState<DraftLine[]>(() =>
    event.slots.map(({ id, kind, title, wanted }) => ({ key: id, id, kind, title, wanted: String(wanted) })),
  )
  const [repeats, setRepeats] = useState(event.slots.length > 0 ? event.slots.some((slot) => slot.repeats) : true)
  const save = useSaveSlots(event.id, calendarId)
  const change = (key: string, part: Partial<DraftLine>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))

  const { onSubmit, problems } = useCheckedForm({
    rules: async () => (await import('#domain/slot-forms.ts')).slotListForm,
    extraValues: { slots: lines },
    onValid: ({ slots }) => {
      const shown = new Set(lines.map(({ id }) => id))
      const removed = event.slots.map(({ id }) => id).filter((id) => !shown.has(id))
      save.mutate({ slots, removed, repeats: repeats && event.series_id !== null })
    },
  })
  const problemOf = (line: DraftLine, field: string) => problems[`slots.${lines.indexOf(line)}.${field}`]

  return (
    <Card className="p-5 sm:p-6" data-print="no">
      <h3 className="text-xl">{texts.title}</h3>
      <p className="mb-4 text-[0.9375rem] text-muted">{texts.hint}</p>
      <form noValidate onSubmit={onSubmit} className="space-y-5">
        {slotKinds.map((kind) => (
          <fieldset key={kind} className="space-y-3">
            <legend className="mb-1 font-semibold">{slotTexts.kinds[kind]}</legend>
            {lines
              .filter((line) => line.kind === kind)
              .map((line, at) => (
                // The first line names the columns for all.
                <div
                  key={line.key}
                  className={classes(
                    'grid grid-cols-[minmax(0,1fr)_5.5rem_auto] items-start gap-2',
                    at > 0 && '[&_label]:sr-only',
                  )}
                >
                  <InputField
                    label={texts.what}
                    aria-label={texts.whatOf(slotTexts.kinds[kind], at + 1)}
                    error={problemOf(line, 'title')}
                    placeholder={texts.examples[kind]}
                    maxLength={SLOT_TITLE_MAX}
                    autoComplete="off"
                    value={line.title}
                    onChange={(changed) => change(line.key, { title: changed.target.value })}
                  />
                  <InputField
                    label={texts.wanted}
                    aria-label={texts.wantedOf(slotTexts.kinds[kind], at + 1)}
                    error={problemOf(line, 'wanted')}
                    type="number"
                    inputMode="numeric"
                    min={1}
                    max={SLOT_WANTED_MAX}
                    value={line.wanted}
                    onChange={(changed) => change(line.key, { wanted: changed.target.value })}
                  />
                  <Button
                    variant="quietDanger"
                    className={classes('px-3', at === 0 && 'mt-6.5')}
                    onClick={() => setLines(lines.filter(({ key }) => key !== line.key))}
                  >
                    <X aria-hidden="true" className="size-5" />
                    <span className="sr-only">
                      {texts.removeLine} {line.title}
                    </span>
                  </Button>
                </div>
              ))}
            <Button
              variant="secondary"
              size="small"
              disabled={lines.length >= SLOTS_MAX}
              onClick={() => setLines([...lines, { key: crypto.randomUUID(), kind, title: '', wanted: '1' }])}
            >
              <Plus aria-hidden="true" className="size-4.5" />
              {texts.addLine[kind]}
            </Button>
          </fieldset>
        ))}
        {lines.length >= SLOTS_MAX && <Banner title={slotTexts.tooMany} />}
        {event.series_id !== null && (
          <Checkbox
            label={texts.repeats}
            checked={repeats}
            onChange={(changed) => setRepeats(changed.target.checked)}
          />
        )}
        <Button type="submit" working={save.isPending}>
          {texts.save}
        </Button>
      </form>
    </Card>
  )
}
