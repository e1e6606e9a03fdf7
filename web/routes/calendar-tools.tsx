import { Ellipsis, Share2 } from 'lucide-react'
import { Suspense } from 'react'
import { canInvite } from '#domain/roles.ts'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { buttonTexts } from '#web/features/feeds/button-texts.ts'
import { InviteButton } from '#web/features/members/invite-button.tsx'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { DropDown } from '#web/ui/drop-down.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { CalendarMenuProps } from './calendar-menu.tsx'

const CalendarMenu = lazyExport(() => import('./calendar-menu.tsx'), 'CalendarMenu')

/** Share and invite, and a menu with the rest, and with what has no room beside it. A phone has all of it in a sheet. */
export function CalendarTools({ calendar, membership, onOpen }: CalendarMenuProps) {
  const share = !calendar.disabled && (
    <Button variant="secondary" size="small" onClick={() => onOpen('share')}>
      <Share2 aria-hidden="true" className="size-4" />
      {buttonTexts.share}
    </Button>
  )
  const invite = canInvite(membership) && <InviteButton code={calendar.invite_code} />
  return (
    <>
      <div className="flex gap-2 max-sm:hidden">
        {share}
        <div className="max-xl:hidden">{invite}</div>
      </div>
      <DropDown
        trigger={
          <>
            <Ellipsis aria-hidden="true" className="size-5" />
            <span className="sr-only">{frameTexts.more}</span>
          </>
        }
        closesOnButton
        className={classes(buttonClasses({ variant: 'secondary', size: 'small' }), 'px-2! max-sm:min-w-11')}
        panelClassName="w-80 max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:w-auto max-sm:max-w-none! max-sm:rounded-b-none max-sm:p-4"
      >
        <div className="mb-2 flex gap-2 border-b border-line pb-3 *:flex-1 xl:hidden">
          {share}
          {invite}
        </div>
        <Suspense fallback={<Spinner />}>
          <CalendarMenu {...{ calendar, membership, onOpen }} />
        </Suspense>
      </DropDown>
    </>
  )
}
