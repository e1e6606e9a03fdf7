import { UserRound } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { siteTexts } from '#web/texts/site.ts'
import { ButtonLink, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Logo } from './logo.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { currentIn, type LinkLabels, useSiteLinks } from './site-links.ts'
import { SiteMenu } from './site-menu.tsx'
import { ThemeButton } from './theme-button.tsx'
import { useScrolled } from './use-scrolled.ts'

/**
 * Sticks to the top, with a shadow once the page has scrolled under it. Links follow the logo from the left: a browser may paint
 * while the header is still arriving, and links aligned to the right would move with each that comes.
 */
export function SiteHeader({ labels, className }: { labels?: LinkLabels; className?: string }) {
  const scrolled = useScrolled()
  const { pathname } = useLocation()
  const links = useSiteLinks(labels)
  // Follow is the button to see there.
  const isCalendar = /^\/(?:public\/)?calendars?\//.test(pathname)
  return (
    <header
      data-print="no"
      className={classes(
        'sticky top-0 offline:top-10 z-30 border-b bg-paper transition-shadow',
        scrolled ? 'border-line shadow-lift' : 'border-transparent',
        className,
      )}
    >
      <div className="mx-auto flex h-16 max-w-[100rem] items-center gap-1 px-4 sm:px-6">
        <Link to="/" aria-label={siteTexts.home} className="mr-auto flex rounded-lg no-underline lg:mr-4">
          <Logo />
        </Link>

        <nav aria-label={siteTexts.main} className="mr-auto hidden items-center lg:flex">
          {links.map(({ to, label }) => (
            <Link key={to} prefetch="intent" {...navLink(to, pathname)}>
              {label}
            </Link>
          ))}
          {pathname !== '/signin' && (
            <Link {...navLink('/signin', pathname, 'signed-in:hidden')}>{siteTexts.signIn}</Link>
          )}
          <ButtonLink
            to="/signin?mode=signup"
            variant={isCalendar ? 'secondary' : 'primary'}
            size="small"
            className="signed-in:hidden ml-2 hidden xl:inline-flex"
          >
            {siteTexts.createYourFreeCalendarToday}
          </ButtonLink>
          <Link {...navLink('/dashboard', pathname, 'signed-out:hidden')}>{siteTexts.myCalendars}</Link>
          <Link {...navLink('/account', pathname, 'signed-out:hidden')}>
            <UserRound aria-hidden="true" className="size-5" />
            <span className="sr-only">{siteTexts.account}</span>
          </Link>
          <SignOutButton
            className={classes(
              buttonClasses({ variant: 'secondary', size: 'small' }),
              'signed-out:hidden ml-2 whitespace-nowrap',
            )}
          />
        </nav>

        <div className="flex w-23 gap-1 lg:w-auto">
          <ThemeButton />
          <SiteMenu links={links} />
        </div>
      </div>
    </header>
  )
}

function navLink(to: string, pathname: string, className?: string) {
  const current = currentIn(to, pathname)
  return {
    to,
    'aria-current': current,
    className: classes(
      'flex min-h-11 items-center rounded-lg px-2.5 text-[0.9375rem] xl:px-3 whitespace-nowrap no-underline hover:bg-sunk',
      current && 'underline decoration-bell-line decoration-3 underline-offset-8',
      className,
    ),
  }
}
