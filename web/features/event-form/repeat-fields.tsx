import { repeatTexts } from '#web/features/events/repeat-texts.ts'
import { InputField, SelectField } from '#web/ui/fields.tsx'
import { Checkbox, Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { fieldsOf } from '#web/ui/use-live-form.ts'
import { longDay, weekdayNames } from '../../../domain/date-words.ts'
import { monthlyWaysFor, type RepeatChoice, ruleOfChoice } from '../../../domain/recurrence/choice.ts'
import { parseRule, type Rule } from '../../../domain/recurrence/rule.ts'
import { daysFrom } from '../../../domain/recurrence/series.ts'
import { monthlyWords, ruleWords } from '../../../domain/recurrence/words.ts'
import type { EventFormState } from './use-event-form.ts'

const NEXT = 5

/** Fields for how an event repeats, with its next dates. */
export function RepeatFields({ form }: { form: EventFormState }) {
  const { register, watch } = form
  const field = fieldsOf(form)
  const [choice, day] = watch(['repeat', 'day'])
  const { kind, ends } = choice
  const kinds = Object.entries(repeatTexts.kinds).filter(([name]) => name !== 'custom' || choice.custom !== '')
  const isOpen = kind !== 'never' && kind !== 'custom'
  return (
    <div className="space-y-4">
      <SelectField label={repeatTexts.repeat} {...field('repeat.kind')} options={kinds} />
      {isOpen && (
        <div className="space-y-4 rounded-xl bg-sunk p-4">
          <div className="grid gap-4 sm:grid-cols-[2fr_3fr]">
            <InputField
              label={repeatTexts.everyUnits[kind]}
              type="number"
              min={1}
              max={999}
              {...field('repeat.interval')}
            />
            <SelectField
              label={repeatTexts.ends}
              {...field('repeat.ends')}
              options={Object.entries(repeatTexts.endKinds)}
            />
            {ends === 'on' && (
              <InputField
                label={repeatTexts.until}
                className="sm:col-start-2"
                type="date"
                min={day}
                {...field('repeat.until')}
              />
            )}
            {ends === 'after' && (
              <InputField
                label={repeatTexts.count}
                className="sm:col-start-2"
                type="number"
                min={1}
                max={1000}
                {...field('repeat.count')}
              />
            )}
          </div>
          {kind === 'week' && <Weekdays form={form} />}
          {kind === 'month' && (
            <RadioGroup legend={repeatTexts.on}>
              {monthlyWaysFor(day).map((way) => (
                <Radio key={way} value={way} label={capital(monthlyWords(way, day))} {...register('repeat.monthly')} />
              ))}
            </RadioGroup>
          )}
        </div>
      )}
      {kind !== 'never' && <NextDates rule={ruleOf(choice, day)} day={day} />}
    </div>
  )
}

function Weekdays({ form }: { form: EventFormState }) {
  const names = weekdayNames('short')
  const chosen = form.watch('repeat.weekdays').map(Number)
  const toggle = (weekday: number) =>
    chosen.includes(weekday) ? chosen.filter((other) => other !== weekday) : [...chosen, weekday]
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{repeatTexts.on}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {weekdayNames('long').map((name, weekday) => (
          <Checkbox
            key={name}
            aria-label={name}
            label={names[weekday]}
            checked={chosen.includes(weekday)}
            onChange={() => form.setValue('repeat.weekdays', toggle(weekday), { shouldDirty: true })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Shows the rule as a sentence, and its first dates, so that nobody has to guess what "every 2 weeks" means. */
function NextDates({ rule, day }: { rule: Rule | null; day: string }) {
  const days = rule ? daysFrom({ startsOn: day, rule, rdates: [], exdates: [] }, day, NEXT + 1) : []
  return (
    <div aria-live="polite" className="rounded-xl border border-line p-4 text-sm">
      <p className="font-semibold">{rule ? ruleWords(rule, day) : repeatTexts.incomplete}</p>
      {rule && days.length === 0 && <p className="mt-1 text-danger">{repeatTexts.noDates}</p>}
      {days.length > 0 && (
        <>
          <p className="mt-2 text-muted">{repeatTexts.next}</p>
          <ul className="mt-1 list-inside list-disc">
            {days.slice(0, NEXT).map((next) => (
              <li key={next}>{longDay(next)}</li>
            ))}
          </ul>
          {days.length > NEXT && <p className="mt-1 text-muted">{repeatTexts.andSoOn}</p>}
        </>
      )}
    </div>
  )
}

/** Reads the rule from the form, where numbers are still strings; null while it is incomplete or invalid. */
function ruleOf(choice: RepeatChoice, day: string): Rule | null {
  if (choice.kind === 'custom') return parseRule(choice.custom).rule
  const [interval, count] = [Number(choice.interval), Number(choice.count)]
  const weekdays = [choice.weekdays].flat().map(Number)
  const isWhole = (number: number) => Number.isInteger(number) && number > 0 && number <= 1000
  const isMissing = (choice.ends === 'on' && !choice.until) || (choice.ends === 'after' && !isWhole(count))
  if (isMissing || !isWhole(interval)) return null
  return ruleOfChoice({ ...choice, interval, count, weekdays }, day)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
