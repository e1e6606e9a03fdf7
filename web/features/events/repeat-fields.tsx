import { longDay, weekdayNames } from '#domain/date-words.ts'
import { monthlyWaysFor, type RepeatChoice, ruleOfChoice } from '#domain/recurrence/choice.ts'
import { parseRule, type Rule } from '#domain/recurrence/rule.ts'
import { daysFrom } from '#domain/recurrence/series.ts'
import { monthlyWords, ruleWords } from '#domain/recurrence/words.ts'
import { repeatTexts } from '#domain/texts/recurrence.ts'
import { Field } from '#web/ui/field.tsx'
import { Input, Select } from '#web/ui/input.tsx'
import { Checkbox, Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import type { EventFormState } from './use-event-form.ts'

const NEXT = 5

/** How an event repeats, and on which days that is. */
export function RepeatFields({ form }: { form: EventFormState }) {
  const { register, watch, formState } = form
  const errors = formState.errors.repeat
  const [choice, day] = watch(['repeat', 'day'])
  const { kind, ends } = choice
  const kinds = Object.entries(repeatTexts.kinds).filter(([name]) => name !== 'custom' || choice.custom !== '')
  const isOpen = kind !== 'never' && kind !== 'custom'
  return (
    <div className="space-y-4">
      <Field label={repeatTexts.repeat}>
        {(control) => (
          <Select {...control} {...register('repeat.kind')}>
            {kinds.map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isOpen && (
        <div className="space-y-4 rounded-xl bg-sunk p-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={repeatTexts.everyUnits[kind]} error={errors?.interval?.message}>
              {(control) => <Input {...control} type="number" min={1} max={999} {...register('repeat.interval')} />}
            </Field>
            <Field label={repeatTexts.ends}>
              {(control) => (
                <Select {...control} {...register('repeat.ends')}>
                  {Object.entries(repeatTexts.endKinds).map(([name, words]) => (
                    <option key={name} value={name}>
                      {words}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {ends === 'on' && (
              <Field label={repeatTexts.until} error={errors?.until?.message} className="sm:col-start-2">
                {(control) => <Input {...control} type="date" min={day} {...register('repeat.until')} />}
              </Field>
            )}
            {ends === 'after' && (
              <Field label={repeatTexts.count} error={errors?.count?.message} className="sm:col-start-2">
                {(control) => <Input {...control} type="number" min={1} max={1000} {...register('repeat.count')} />}
              </Field>
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
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{repeatTexts.on}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {weekdayNames('long').map((name, weekday) => (
          <Checkbox
            key={name}
            value={weekday}
            aria-label={name}
            label={names[weekday]}
            {...form.register('repeat.weekdays')}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** In words, and the first days by name: nobody should have to guess what "every 2 weeks" means. */
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

/** As it stands in the form, where numbers are still text; null while something is missing or wrong. */
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
