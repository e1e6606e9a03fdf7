import { ExternalLink } from 'lucide-react'
import { siteTexts } from '#domain/texts/site.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

/** One of several programs to go to. Those on the web open beside us; the others take a file or an address of ours. */
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
