import type { QueryKey } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { useSendTest } from './mutations.ts'
import { sendingTexts } from './texts.ts'

interface SendTestProps {
  calendarId: string
  label: string
  /** Is fetched again afterwards. */
  refetch: QueryKey
}

/** A button that sends the person a test of the calendar's mail. */
export function SendTest({ calendarId, label, refetch }: SendTestProps) {
  const test = useSendTest(calendarId, refetch)
  return (
    <Button variant="secondary" size="small" working={test.isPending} onClick={() => test.mutate()}>
      {test.isPending ? sendingTexts.testing : label}
    </Button>
  )
}
