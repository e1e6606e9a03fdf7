// Signs somebody up for what an event needs without an account.
import * as z from 'zod'
import { AppError, sqlState } from '#domain/errors.ts'
import { type LinkedSlots, linkedSlotForm, slotRequestForm } from '#domain/slot-forms.ts'
import { slotKinds } from '#domain/slots.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { linkedAnswer, linkedEvent, linkedParts, linkedShape } from './answer.ts'
import { eventFields, linkedRequest, type Mailable, mailableColumns } from './request.ts'

type Asked = Mailable & {
  is_open: boolean
  is_crowded: boolean
  signup_id: string | null
  /** How many of the lines exist. */
  known: number
}

const requestSlots = linkedRequest({
  summary: 'Asks for the mail with which a person signs up for what an event needs.',
  door: 'answer',
  body: slotRequestForm.extend(eventFields),
  async find(client, { event_id, calendar_id, email, amounts }, now) {
    const { ids } = wantedIn(amounts)
    const { rows } = await client.query<Asked>(findAsked, [event_id, calendar_id, email, now, ids])
    const [found] = rows
    if (!found) throw new AppError('not_found', 404, 'This event was not found.')
    if (!found.is_open) throw new AppError(sqlState('TB070'), 400, slotTexts.closed)
    if (found.known !== ids.length) throw new AppError(sqlState('TB073'), 400, slotTexts.changed)
    if (found.is_crowded) throw new AppError(sqlState('TB074'), 400, slotTexts.tooMany)
    return found
  },
  async store(client, { event_id, calendar_id, email, name, amounts, language }, found, now) {
    // Before its own rows, as everything that writes slots does, so that nothing deadlocks.
    await client.query('select private.lock_slots($1)', [event_id])
    const values = [event_id, calendar_id, email, name, language ?? 'en', now]
    const { rows } = await client.query<{ id: string }>(upsertSignup, values)
    const { ids, counts } = wantedIn(amounts)
    if (rows[0]) await client.query(replaceAmounts, [rows[0].id, ids, counts])
    return (rows[0]?.id ?? found.signup_id) as string
  },
  letter: ['slots/confirm', 'signup'],
})

function wantedIn(amounts: Record<string, number>) {
  const wanted = Object.entries(amounts).filter(([, amount]) => amount > 0)
  return { ids: wanted.map(([id]) => id), counts: wanted.map(([, amount]) => amount) }
}

const findAsked = `
  select ${mailableColumns('$3', '$4')},
    e.status not in ('cancelled', 'postponed') and c.sending_paused_by is distinct from 'suspension' and e.start_time > $4 as is_open,
    p.id is null and (
      select count(*) from public.slot_signups o where o.event_id = e.id
    ) >= private.answer_limit() as is_crowded,
    p.id as signup_id,
    (select count(*)::int from public.event_slots s where s.event_id = e.id and s.id = any ($5::uuid[])) as known
  from public.events e
  join public.calendars c on c.id = e.calendar_id and not c.disabled and c.deleted_at is null
  left join public.slot_signups p on p.event_id = e.id and p.email = $3
  where e.id = $1 and e.calendar_id = $2 and exists (select from public.event_slots s where s.event_id = e.id)`

// What was confirmed is changed by its link only.
const upsertSignup = `
  insert into public.slot_signups as s (event_id, calendar_id, email, name, language, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (event_id, email) do update set
    name = excluded.name, language = excluded.language, created_at = excluded.created_at
  where s.confirmed_at is null
  returning id`

// The rows that stay are not deleted first: that would count the slots for nothing.
const replaceAmounts = `
  with gone as (
    delete from public.slot_amounts a where a.signup_id = $1 and a.slot_id <> all ($2::uuid[])
  )
  insert into public.slot_amounts (signup_id, slot_id, amount)
  select $1, wanted.id, wanted.amount from unnest($2::uuid[], $3::integer[]) as wanted (id, amount)
  on conflict (signup_id, slot_id) do update set amount = excluded.amount`

// On a calendar that is no longer public only members get past their link.
const findSignup = `
  select json_build_object(
    'id', p.id, ${linkedParts.event}, ${linkedParts.calendar}, 'name', p.name, 'email', p.email,
    'slots', coalesce((
      select json_agg(json_build_object(
        'id', s.id, 'kind', s.kind, 'title', s.title, 'wanted', s.wanted, 'taken', s.taken, 'mine', coalesce(a.amount, 0)
      ) order by s.position, s.id)
      from public.event_slots s left join public.slot_amounts a on a.slot_id = s.id and a.signup_id = p.id
      where s.event_id = e.id
    ), '[]'),
    'is_confirmed', p.confirmed_at is not null,
    'is_open', e.status not in ('cancelled', 'postponed') and e.start_time > $2
  ) as found
  from public.slot_signups p
  join public.events e on e.id = p.event_id
  join public.calendars c on c.id = p.calendar_id and c.deleted_at is null
  where p.id = $1 and p.email is not null and (p.confirmed_at is not null or p.created_at > $3) and (
    not c.disabled or exists (
      select from public.calendar_members m where m.calendar_id = c.id and m.user_id = p.user_id
    )
  )`

const found: z.ZodType<LinkedSlots & { id: string }> = z.object({
  ...linkedShape,
  event: linkedEvent,
  slots: z.array(
    z.object({
      id: z.guid(),
      kind: z.enum(slotKinds),
      title: z.string(),
      wanted: z.number().int(),
      taken: z.number().int(),
      mine: z.number().int(),
    }),
  ),
  is_confirmed: z.boolean(),
  is_open: z.boolean(),
})

const link = linkedAnswer<LinkedSlots & { id: string }>({
  kind: 'slots',
  table: 'slot_signups',
  door: 'answer',
  texts: slotTexts,
  answer: found,
  find: findSignup,
})

const takeSlots = link.answer({
  summary: 'Confirms, swaps or gives back what a person takes, by the token of its mail.',
  form: linkedSlotForm,
  lock: 'select private.lock_slots(s.event_id) from public.slot_signups s where s.id = $1',
  remove: 'delete from public.slot_signups where id = $1',
  async save(client, { id }, { amounts, name }, { clock }) {
    await client.query('select private.place_slots($1, $2, $3, $4)', [id, JSON.stringify(amounts), name, clock.now()])
    if (wantedIn(amounts).ids.length === 0) return 'removed'
    await client.query('select private.mail_signup($1)', [id])
  },
})

export const slots = {
  'request-slots': requestSlots,
  'get-slots': link.read('A sign-up with all lines of the event, by the token of its mail.'),
  'take-slots': takeSlots,
}
