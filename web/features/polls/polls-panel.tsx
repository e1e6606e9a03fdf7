import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { instantAt } from '#domain/dates.ts'
import { whenWords } from '#domain/event-words.ts'
import type { Poll, PollChoice } from '#domain/polls.ts'
import { pollTexts } from '#domain/texts/polls.ts'
import { allRows } from '#web/api/all-rows.ts'
import { eventKeys, suggestionKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { pollPanelTexts as texts } from './panel-texts.ts'

type OfCalendar = { id: string; time_zone: string }
type Answer = { name: string; choices: PollChoice[] }
/** A function of the database and its arguments. */
type Act = { call: keyof typeof texts.ask; of: object }

const pollsKey = (calendarId: string) => [...suggestionKeys.of(calendarId), 'polls']

/** Shows admins the polls for a date and who answered what; they propose dates, and make an event of one. */
export function PollsPanel({ calendar }: { calendar: OfCalendar }) {
  const polls = useRead<Poll[]>(pollsKey(calendar.id), (rest, signal) =>
    rest
      .from('polls')
      .select('*,is_open')
      .eq('calendar_id', calendar.id)
      .order('created_at', { ascending: false })
      .limit(100)
      .abortSignal(signal),
  )
  const [asked, setAsked] = useState<Act | null>(null)
  const [isProposing, setIsProposing] = useState(false)
  const navigate = useNavigate()
  const act = useWrite({
    write: ({ rest }, { call, of }: Act) => dataOf<string | null>(rest.rpc(call, of)),
    done: (made, { call }) => {
      toast(texts.ask[call].done)
      setIsProposing(false)
      if (call === 'make_poll_event') navigate(`/calendars/${calendar.id}/events/${made}`)
    },
    failed: texts.failed,
    refetch: [pollsKey(calendar.id), eventKeys.calendar(calendar.id)],
  })
  const question = asked && asked.call !== 'propose_dates' ? texts.ask[asked.call] : null
  return (
    <section aria-labelledby="polls" className="mt-10 max-w-3xl space-y-4">
      <h2 id="polls" className="text-xl">
        {texts.title}
      </h2>
      <p className="text-muted">{texts.hint}</p>
      <Button variant="secondary" onClick={() => setIsProposing(true)}>
        {texts.propose}
      </Button>
      {polls.isPending && <Skeleton className="h-40 rounded-xl" />}
      {polls.isError && <LoadError message={texts.loadFailed.body} onRetry={polls.refetch} />}
      {polls.data?.map((poll) => (
        <PollCard key={poll.id} calendar={calendar} poll={poll} onAct={setAsked} />
      ))}
      <AlertDialog
        open={question !== null}
        onClose={() => setAsked(null)}
        title={question?.title}
        description={question?.body}
        confirm={question?.confirm}
        variant={asked?.call === 'delete_poll' ? 'danger' : 'primary'}
        working={act.isPending}
        onConfirm={() => asked && act.mutate(asked, { onSettled: () => setAsked(null) })}
      />
      {isProposing && <ProposeDialog calendar={calendar} act={act} onClose={() => setIsProposing(false)} />}
    </section>
  )
}

function PollCard({ calendar, poll, onAct }: { calendar: OfCalendar; poll: Poll; onAct: (act: Act) => void }) {
  const answers = useRead<Answer[]>([...pollsKey(calendar.id), poll.id, poll.answered], (rest) =>
    allRows(() => rest.from('poll_answers').select('name,choices').eq('poll_id', poll.id).order('name').order('id')),
  )
  const namesOf = (choice: PollChoice, at: number) =>
    answers.data?.filter(({ choices }) => choices[at] === choice).map(({ name }) => name) ?? []
  const ask = (call: Act['call'], more?: object) => () => onAct({ call, of: { p_poll_id: poll.id, ...more } })
  return (
    <Card className="p-4 sm:p-6">
      <Badge variant={poll.is_open ? 'bell' : poll.event_id ? 'ok' : 'plain'}>
        {poll.is_open ? texts.states.open : poll.event_id ? texts.states.event : texts.states.closed}
      </Badge>
      <h3 className="mt-2 text-lg wrap-anywhere" dir="auto">
        {poll.title}
      </h3>
      <ul className="divide-y divide-line">
        {poll.starts.map((start, at) => (
          <li key={start + poll.ends[at]} className="py-3">
            <p className="font-semibold first-letter:uppercase">
              {whenWords({ start_time: start, end_time: poll.ends[at] ?? '', all_day: false }, calendar.time_zone)}
            </p>
            {(Object.keys(pollTexts.choices) as PollChoice[]).map((choice) => (
              <p key={choice} className="text-sm text-muted wrap-anywhere">
                {`${pollTexts.choices[choice]} (${namesOf(choice, at).length}): ${namesOf(choice, at).join(', ') || texts.nobody}`}
              </p>
            ))}
            {!poll.event_id && (
              <Button
                size="small"
                variant="secondary"
                className="mt-2"
                onClick={ask('make_poll_event', { p_time: at + 1 })}
              >
                {texts.make}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <ButtonLink to={`/calendar/${calendar.id}/poll/${poll.id}`} size="small" variant="secondary">
          {texts.page}
        </ButtonLink>
        {poll.is_open && (
          <Button size="small" variant="quiet" onClick={ask('close_poll')}>
            {texts.close}
          </Button>
        )}
        <Button size="small" variant="quietDanger" onClick={ask('delete_poll')}>
          {texts.delete}
        </Button>
      </div>
    </Card>
  )
}

interface ProposeDialogProps {
  calendar: OfCalendar
  act: { mutate: (act: Act) => void; isPending: boolean }
  onClose: () => void
}

function ProposeDialog({ calendar, act, onClose }: ProposeDialogProps) {
  // Keys: the values of a line go with it.
  const [lines, setLines] = useState([0, 1])
  const { onSubmit, problems } = useCheckedForm({
    rules: async () => (await import('#domain/polls.ts')).proposalForm,
    onValid: ({ title, description, location_name, times }) => {
      const about = { p_title: title, p_description: description, p_location_name: location_name }
      const p_starts = times.map(({ day, start }) => instantAt(day, start, calendar.time_zone))
      const p_ends = times.map(({ day, end }) => instantAt(day, end, calendar.time_zone))
      act.mutate({ call: 'propose_dates', of: { p_calendar_id: calendar.id, ...about, p_starts, p_ends } })
    },
  })
  const field = (name: string, label: string) => ({ name, label, error: problems[name] })
  const timeField = (at: number, name: 'day' | 'start' | 'end') => ({
    ...{ label: texts[name], name: `${name}.${at}`, error: problems[`times.${at}.${name}`], required: true },
  })
  const dialog = { onClose, onSubmit, title: texts.propose, submit: texts.open, working: act.isPending }
  return (
    <FormDialog open {...dialog}>
      <InputField {...field('title', pollTexts.title)} required autoComplete="off" maxLength={200} />
      <InputField {...field('location_name', pollTexts.place)} maxLength={200} />
      <TextareaField {...field('description', pollTexts.description)} rows={2} maxLength={5000} />
      {lines.map((line, at) => (
        <fieldset key={line} className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[1fr_7rem_7rem_auto]">
          <legend className="mb-1 font-semibold">{texts.time(at + 1)}</legend>
          <InputField {...timeField(at, 'day')} type="date" className="max-sm:col-span-2" />
          <InputField {...timeField(at, 'start')} type="time" />
          <InputField {...timeField(at, 'end')} type="time" />
          {lines.length > 1 && (
            <Button variant="quietDanger" onClick={() => setLines(lines.filter((one) => one !== line))}>
              <X aria-hidden="true" className="size-5" />
              <span className="sr-only">{texts.removeTime(at + 1)}</span>
            </Button>
          )}
        </fieldset>
      ))}
      {lines.length < 10 && (
        <Button variant="secondary" size="small" onClick={() => setLines([...lines, Math.max(...lines) + 1])}>
          <Plus aria-hidden="true" className="size-4.5" />
          {texts.addTime}
        </Button>
      )}
    </FormDialog>
  )
}
