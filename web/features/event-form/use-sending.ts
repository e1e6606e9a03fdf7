import { useState } from 'react'
import type { EventCalendar } from '#web/features/events/event.ts'
import { type MailerWords, mailerWords } from '#web/features/events/mailer-words.ts'
import { useMailer, useTagged } from '#web/features/events/queries.ts'
import type { EventFormState } from './use-event-form.ts'

interface SendingOptions {
  form: EventFormState
  calendar: EventCalendar
  isAdmin: boolean
  /** How many people were notified of the event already. */
  notified?: number
  isJoining?: boolean
}

export interface SendingChoice {
  /** Undefined while the numbers load. */
  said: MailerWords | undefined
  /** Whether it is sent at once and not after ten minutes. */
  isNow: boolean
  setIsNow: (isNow: boolean) => void
}

/** Says to whom and when the event of a form is sent, and stores whether an event that is due is sent at once. */
export function useSending(options: SendingOptions): SendingChoice {
  const { form, calendar, isAdmin, notified = 0, isJoining = true } = options
  const mailer = useMailer(calendar.id, isAdmin)
  const [isNow, setIsNow] = useState(false)
  const [day, included, tags] = form.watch(['day', 'include_in_mailer', 'mail_tags'])
  const [allDay, endDay, endTime] = form.watch(['allDay', 'endDay', 'endTime'])
  const end = allDay ? undefined : { day: endDay, time: endTime }
  const tagged = useTagged(calendar.id, tags)
  const reached = tags.length === 0 ? mailer : mailer && tagged && { ...mailer, ...tagged, tags }
  const said =
    reached &&
    mailerWords(reached, { day, end, included, zone: calendar.time_zone, now: new Date(), notified, isJoining })
  return { said, isNow: isNow && included && Boolean(said?.soon), setIsNow }
}
