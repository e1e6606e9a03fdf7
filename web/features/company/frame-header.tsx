import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { siteTexts } from '#web/texts/site.ts'
import { classes } from '#web/ui/classes.ts'
import { BellMark } from './logo.tsx'
import { useScrolled } from './use-scrolled.ts'

interface FrameHeaderProps {
  className?: string
  switcher?: ReactNode
  /** From 1024 px beside the switcher, below it in a row of their own, and on phones at the bottom: there the switcher has the bell's place. */
  tabs?: ReactNode
  /** At the right: what can be added, and the account's menu. */
  children?: ReactNode
}

/** The header of signed-in screens. Empty, it holds the place while the session is read. */
export function FrameHeader({ className, switcher, tabs, children }: FrameHeaderProps) {
  return (
    <header
      data-print="no"
      className={classes(
        'sticky top-0 offline:top-10 z-30 border-b border-line bg-card transition-shadow',
        useScrolled() && 'shadow-lift',
        className,
      )}
    >
      <div className="mx-auto flex max-w-[100rem] flex-wrap items-center gap-x-3 px-4 sm:px-6">
        <Link
          to="/dashboard"
          aria-label={siteTexts.myCalendars}
          className={classes(
            'flex h-14 shrink-0 items-center rounded-lg no-underline',
            Boolean(tabs) && 'max-sm:hidden',
          )}
        >
          <BellMark className="size-8" />
        </Link>
        {/* It takes what the rest leaves, so that nothing moves when the name arrives. */}
        <div className="flex min-w-0 flex-1 items-center lg:max-w-72">{switcher}</div>
        {tabs && <div className="order-last w-full lg:order-none lg:w-auto lg:pl-2">{tabs}</div>}
        <div className="ml-auto flex h-14 shrink-0 items-center gap-2 sm:gap-3">{children}</div>
      </div>
    </header>
  )
}
