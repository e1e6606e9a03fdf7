// Answers a poll for a date without an account.
import * as z from 'zod'
import { AppError, sqlState } from '#domain/errors.ts'
import { type LinkedPoll, linkedPollForm, pollAnswerForm } from '#domain/polls.ts'
import { pollTexts } from '#domain/texts/polls.ts'
import { linkedAnswer, linkedParts, linkedShape } from './answer.ts'
import { calendarFields, linkedRequest, type Mailable, mailableColumns } from './request.ts'

type Asked = Mailable & { is_open: boolean; times: number }

const requestPoll = linkedRequest({
  summary: 'Asks for the mail with which a person answers a poll for a date.',
  door: 'answer',
  body: pollAnswerForm.extend({ poll_id: z.guid('poll_id must be the id of a poll'), ...calendarFields }),
  async find(client, { poll_id, calendar_id, email, choices }, now) {
    const { rows } = await client.query<Asked>(findAsked, [poll_id, calendar_id, email, now])
    const [found] = rows
    if (!found) throw new AppError('not_found', 404, 'This poll was not found.')
    if (!found.is_open) throw new AppError(sqlState('TB092'), 400, pollTexts.closed)
    if (found.times !== choices.length) throw new AppError('validation_failed', 400, pollTexts.choose)
    return found
  },
  async store(client, { poll_id, email, name, choices, language }, _, now) {
    const values = [poll_id, email, name, choices, now, false, language ?? 'en']
    const { rows } = await client.query<{ id: string }>(placeAnswer, values)
    return rows[0]?.id as string
  },
  letter: ['polls/confirm', 'answer'],
})

const findAsked = `
  select ${mailableColumns('$3', '$4')}, cardinality(p.starts) as times,
    p.closed_at is null and p.closes_at > $4 and c.sending_paused_by is distinct from 'suspension' as is_open
  from public.polls p
  join public.calendars c on c.id = p.calendar_id and not c.disabled and c.deleted_at is null
  where p.id = $1 and p.calendar_id = $2`

const placeAnswer = 'select private.place_poll_answer($1, $2, $3, $4, $5, $6, $7) as id'

// On a calendar that is no longer public only members get past their link.
const findAnswer = `
  select json_build_object(
    'id', a.id, ${linkedParts.calendar}, 'name', a.name, 'email', a.email, 'choices', a.choices,
    'poll', json_build_object(
      'id', p.id, 'title', p.title, 'description', p.description, 'location_name', p.location_name, 'starts', p.starts, 'ends', p.ends,
      'answered', p.answered, 'yes', p.yes, 'maybe', p.maybe
    ),
    'is_confirmed', a.confirmed_at is not null, 'is_open', p.closed_at is null and p.closes_at > $2
  ) as found
  from public.poll_answers a
  join public.polls p on p.id = a.poll_id
  join public.calendars c on c.id = a.calendar_id and c.deleted_at is null
  where a.id = $1 and (a.confirmed_at is not null or a.created_at > $3) and (
    not c.disabled or exists (
      select from public.calendar_members m where m.calendar_id = c.id and m.user_id = a.user_id
    )
  )`

const found: z.ZodType<LinkedPoll & { id: string }> = z.object({
  ...linkedShape,
  poll: z.object({
    id: z.guid(),
    title: z.string(),
    description: z.string().nullable(),
    location_name: z.string().nullable(),
    starts: z.array(z.string()),
    ends: z.array(z.string()),
    answered: z.number().int(),
    yes: z.array(z.number().int()),
    maybe: z.array(z.number().int()),
  }),
  choices: z.array(z.enum(['yes', 'maybe', 'no'])),
  is_confirmed: z.boolean(),
  is_open: z.boolean(),
})

const link = linkedAnswer<LinkedPoll & { id: string }>({
  kind: 'poll',
  table: 'poll_answers',
  door: 'answer',
  texts: pollTexts,
  answer: found,
  find: findAnswer,
})

const answerPoll = link.answer({
  summary: 'Confirms, changes or deletes an answer to a poll, by the token of its mail.',
  form: linkedPollForm,
  lock: 'select private.lock_poll(a.poll_id) from public.poll_answers a where a.id = $1',
  remove: 'delete from public.poll_answers where id = $1',
  async save(client, { poll, email }, { name, choices }, { clock }) {
    await client.query(placeAnswer, [poll.id, email, name, choices, clock.now(), true, null])
    return undefined
  },
})

export const poll = {
  'request-poll': requestPoll,
  'get-poll': link.read('An answer to a poll, by the token of its mail.'),
  'answer-poll': answerPoll,
}
