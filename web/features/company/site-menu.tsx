import { Menu, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { siteTexts } from '#web/texts/site.ts'
import { ButtonLink, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { lockScroll } from '#web/ui/scroll-lock.ts'
import { SignOutButton } from './sign-out-button.tsx'
import { currentIn, type SiteLink } from './site-links.ts'

/** Shows the header's links on small screens. The browser's own dialog traps and returns the focus. */
export function SiteMenu({ links }: { links: SiteLink[] }) {
  const menu = useRef<HTMLDialogElement>(null)
  const unlockScroll = useRef(() => {})
  const { pathname, search } = useLocation()
  const close = () => menu.current?.close()
  function open() {
    menu.current?.showModal()
    unlockScroll.current = lockScroll()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating closes the menu.
  useEffect(close, [pathname, search])

  return (
    <div className="lg:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        className="grid size-11 place-items-center rounded-lg hover:bg-sunk"
      >
        <span className="sr-only">{siteTexts.openMenu}</span>
        <Menu aria-hidden="true" className="size-6" />
      </button>

      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop or a link; Escape closes it by keyboard. */}
      <dialog
        ref={menu}
        aria-label={siteTexts.menu}
        onClose={() => unlockScroll.current()}
        onClick={({ target }) => (target as Element).matches('a, dialog') && close()}
        className="m-0 ml-auto h-dvh max-h-none w-[min(20rem,88vw)] max-w-none bg-card p-0 text-ink shadow-lift backdrop:bg-black/50 open:animate-[slide-in_200ms_ease-out]"
      >
        <div className="flex min-h-full flex-col p-4">
          <button
            type="button"
            onClick={close}
            className="grid size-11 place-items-center self-end rounded-lg hover:bg-sunk"
          >
            <span className="sr-only">{siteTexts.closeMenu}</span>
            <X aria-hidden="true" className="size-6" />
          </button>
          <nav aria-label={siteTexts.menu} className="mt-2 flex flex-col gap-1">
            {links.map(({ to, label }) => (
              <Link key={to} {...menuLink(to, pathname)}>
                {label}
              </Link>
            ))}
            <Link {...menuLink('/dashboard', pathname, 'signed-out:hidden')}>{siteTexts.myCalendars}</Link>
            <Link {...menuLink('/account', pathname, 'signed-out:hidden')}>{siteTexts.account}</Link>
            <hr className="my-3 border-line" />
            {pathname !== '/signin' && (
              <ButtonLink to="/signin" variant="secondary" className="signed-in:hidden mb-2">
                {siteTexts.signIn}
              </ButtonLink>
            )}
            <ButtonLink to="/signin?mode=signup" className="signed-in:hidden">
              {siteTexts.createYourFreeCalendarToday}
            </ButtonLink>
            <SignOutButton
              onDone={close}
              className={classes(buttonClasses({ variant: 'secondary' }), 'signed-out:hidden')}
            />
          </nav>
        </div>
      </dialog>
    </div>
  )
}

function menuLink(to: string, pathname: string, className?: string) {
  const current = currentIn(to, pathname)
  return {
    to,
    'aria-current': current,
    className: classes(
      'flex min-h-12 items-center rounded-lg border-l-4 px-4 text-lg no-underline hover:bg-sunk',
      current ? 'border-bell bg-bell-soft' : 'border-transparent',
      className,
    ),
  }
}
