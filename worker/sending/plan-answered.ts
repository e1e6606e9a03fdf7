// Plans the letter about changed events to those who answered or signed up for one and do not get the mailing as recipients: each mailbox
// gets one letter with all events of the mailing that it answered or signed up for.
import type pg from 'pg'
import { isUnwanted } from './plan-deliveries.ts'

/** In the transaction that plans the mailings, after their deliveries. */
export async function planForAnswered(client: pg.ClientBase, mailingIds: string[]): Promise<void> {
  await client.query(addLetters, [mailingIds])
}

/** Selects who has answered or signed up, with their address confirmed. An answer comes before a sign-up of the same person. */
export const taking = `(
  select a.id, a.event_id, a.calendar_id, a.email, a.language, 'answer' as kind,
    case when a.waiting_since is null then a.answer else 'waiting' end as state
  from public.rsvp_answers a where a.email is not null and a.confirmed_at is not null
  union all
  select s.id, s.event_id, s.calendar_id, s.email, s.language, 'signup', null
  from public.slot_signups s where s.email is not null and s.confirmed_at is not null
)`

const addLetters = `
  select private.send_letter('rsvps/changed', json_build_object('mailing', one.mailing_id, 'answer', one.id))
  from (
    select distinct on (n.mailing_id, a.email) n.mailing_id, a.id
    from public.change_notices n
    join ${taking} as a on a.event_id = (n.before ->> 'id')::uuid and a.calendar_id = n.calendar_id
    where n.mailing_id = any ($1)
      and not ${isUnwanted('n.calendar_id', "'email'", 'a.email')}
      and not exists (
        select from public.deliveries d
        where d.mailing_id = n.mailing_id and d.calendar_id = n.calendar_id and d.channel = 'email' and d.address = a.email
      )
    order by n.mailing_id, a.email, a.kind, a.id
  ) as one`
