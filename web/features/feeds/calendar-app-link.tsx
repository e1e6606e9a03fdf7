import { ExternalLink } from 'lucide-react'
import { siteTexts } from '#web/texts/site.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

/** Links to a calendar app. Web apps open in a new tab; others take a file or a feed's URL. */
export function CalendarAppLink({ href, children }: { href: string; children: string }) {
  const isElsewhere = /^https:\/\/(calendar\.google|outlook\.(live|office))\.com\//.test(href)
  return (
    <a
      href={href}
      className={classes(buttonClasses({ variant: 'secondary' }), 'w-full')}
      {...(isElsewhere ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
      {isElsewhere && <ExternalLink aria-label={siteTexts.opensNewTab} className="size-4 text-muted" />}
    </a>
  )
}
