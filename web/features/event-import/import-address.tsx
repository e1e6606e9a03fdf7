import type { EventCalendar } from '#web/features/events/event.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
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
  const connect = useConnectFeed(calendar.id)
  const { onSubmit, problems } = useCheckedForm({
    rules: async () => (await import('../../../domain/calendars.ts')).connectForm,
    onValid: ({ address }) => connect.mutate(address),
  })
  if (calendar.external_calendar_url) return <ExternalCalendar calendar={calendar} />
  if (!canConnect) return <p className="rounded-lg bg-sunk p-4">{eventImportTexts.ownerConnects}</p>

  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <InputField
        label={eventImportTexts.address}
        hint={eventImportTexts.addressHint}
        error={problems.address}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        name="address"
      />
      <Button type="submit" working={connect.isPending}>
        {connect.isPending ? eventImportTexts.connecting : eventImportTexts.connect}
      </Button>
    </form>
  )
}
