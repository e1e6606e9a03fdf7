import { type FormEvent, useState } from 'react'
import type { EventCalendar } from '#web/features/events/event.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { externalCalendarUrl } from '../../../domain/calendars.ts'
import { ExternalCalendar } from './external-calendar.tsx'
import { useConnectFeed } from './external-feed.ts'
import { eventImportTexts } from './import-texts.ts'

interface ImportAddressProps {
  calendar: EventCalendar & { external_calendar_url: string | null }
  /** Whether the person may set the calendar's external link. */
  canConnect: boolean
}

/** Connects the address of another calendar, which is checked at once; then shows what it holds. */
export function ImportAddress({ calendar, canConnect }: ImportAddressProps) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const connect = useConnectFeed(calendar.id)
  if (calendar.external_calendar_url) return <ExternalCalendar calendar={calendar} />
  if (!canConnect) return <p className="rounded-lg bg-sunk p-4">{eventImportTexts.ownerConnects}</p>

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = externalCalendarUrl.safeParse(address)
    const url = read.data ?? null
    setProblem(url === null ? (read.error?.issues[0]?.message ?? eventImportTexts.addressMissing) : undefined)
    if (url !== null) connect.mutate(url)
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <InputField
        label={eventImportTexts.address}
        hint={eventImportTexts.addressHint}
        error={problem}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button type="submit" working={connect.isPending}>
        {connect.isPending ? eventImportTexts.connecting : eventImportTexts.connect}
      </Button>
    </form>
  )
}
