import { Link, useLocation } from 'react-router'
import { siteTexts } from '#web/texts/site.ts'
import { DropDown } from '#web/ui/drop-down.tsx'
import { LanguageList } from './language-links.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { currentIn, type SiteLink, useSiteLinks } from './site-links.ts'
import { ThemeChoice } from './theme-choice.tsx'

const item =
  'flex min-h-10 max-sm:min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left no-underline hover:bg-sunk aria-[current]:bg-bell-soft'

/** The round button with a person's initials: all links of the site's header, their account, language, theme, and the way out. On phones it slides in. */
export function AccountMenu({ name, email }: { name: string; email: string }) {
  const { pathname } = useLocation()
  const siteLinks = useSiteLinks()
  const mine = [
    { to: '/dashboard', label: siteTexts.myCalendars },
    { to: '/account', label: siteTexts.account },
  ]
  const links = (some: SiteLink[]) =>
    some.map(({ to, label }) => (
      <Link key={to} to={to} aria-current={currentIn(to, pathname)} className={item}>
        {label}
      </Link>
    ))
  return (
    <DropDown
      trigger={
        <>
          <span aria-hidden="true">{initialsOf(name)}</span>
          <span className="sr-only">{siteTexts.accountMenu}</span>
        </>
      }
      className="grid size-9 shrink-0 place-items-center rounded-full bg-ink text-sm font-semibold text-paper max-lg:size-11"
      panelClassName="w-72 max-sm:inset-[0_0_0_auto]! max-sm:h-dvh max-sm:max-h-none max-sm:rounded-none max-sm:backdrop:bg-black/50 max-sm:open:animate-[slide-in_200ms_ease-out]"
    >
      <div className="border-b border-line px-3 pt-1 pb-3">
        <p className="font-semibold wrap-anywhere">{name}</p>
        {name !== email && <p className="text-sm text-muted wrap-anywhere">{email}</p>}
      </div>
      <nav aria-label={siteTexts.menu} className="mt-2">
        {links(mine)}
        <hr className="my-2 border-line" />
        {links(siteLinks)}
      </nav>
      <hr className="my-2 border-line" />
      <div className="px-3 py-1">
        <LanguageList />
      </div>
      <div className="px-3 pt-1 pb-3">
        <ThemeChoice />
      </div>
      <div className="border-t border-line pt-2">
        <SignOutButton className={item} />
      </div>
    </DropDown>
  )
}

/** Returns the first letters of the first and the last word: "Rosa Maria Moreno" → RM. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/[\s._-]+/u)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
