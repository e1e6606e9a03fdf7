import { useSearchParams } from 'react-router'
import { canManageRecipients } from '#domain/roles.ts'
import { CalendarSection } from '#web/features/calendar-frame/calendar-section.tsx'
import { NextStrip } from '#web/features/calendar-frame/next-strip.tsx'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { WaitingMessages } from '#web/features/linked/waiting-messages.tsx'
import { MailingsPanel } from '#web/features/mailings/mailings-panel.tsx'
import { WaitingNotices } from '#web/features/notices/waiting-notices.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Card } from '#web/ui/card.tsx'
import type { Route } from './+types/calendar-mailings.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

export default function CalendarMailings() {
  const [params, setParams] = useSearchParams()
  return (
    <CalendarSection title={frameTexts.mailings} isAllowed={canManageRecipients}>
      {(calendar) => (
        <Card className="p-4 sm:p-6">
          <div className="mb-5 min-h-5">
            <NextStrip calendar={calendar} />
          </div>
          <WaitingNotices calendar={calendar} isInline />
          <WaitingMessages calendar={calendar} />
          <MailingsPanel
            calendar={calendar}
            opened={params.get('mailing')}
            onOpen={(mailing) => setParams(mailing ? { mailing } : {}, { preventScrollReset: true })}
          />
        </Card>
      )}
    </CalendarSection>
  )
}
