import { Mail, MessageCircle, MessageSquareText } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { eventPath } from '#domain/event-path.ts'
import { placeWords, type Timed, whenWords } from '#domain/event-words.ts'
import { type Shared, shareLinks } from '#domain/share-links.ts'
import type { ShownStatus } from '#domain/statuses.ts'
import { titleWithStatus } from '#domain/texts/feeds.ts'
import { useSettings } from '#web/api/settings.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CopyField } from './copy-field.tsx'
import { QrCode } from './qr-code.tsx'
import { shareTexts } from './share-texts.ts'

export type SharedPage = SharedCalendar | { town: { name: string; path: string }; calendar?: never; event?: never }

export interface SharedCalendar {
  town?: never
  calendar: {
    id: string
    name: string
    city: string
    state: string
    time_zone: string
    identifier: number
    /** Whether it is listed: only then its number leads to it. */
    allow_guest_users: boolean
  }
  event?: SharedEvent | undefined
}

type SharedEvent = Timed & {
  id: string
  title: string
  status: ShownStatus
  location: string | null
  location_name: string | null
}

export function ShareDialog({ open, onClose, ...page }: SharedPage & { open: boolean; onClose: () => void }) {
  const { heading, title } = sharedOf(page, useSettings().siteUrl)
  return (
    <Dialog open={open} onClose={onClose} title={heading} description={title}>
      <SharePanel {...page} />
    </Dialog>
  )
}

/** Offers the page's link, also as a short address and a QR code, and programs to send it by. Nothing comes from third parties. */
export function SharePanel(page: SharedPage) {
  const { siteUrl } = useSettings()
  // Not on the server: the browser finds what the server wrote.
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare('share' in navigator), [])
  const shared = sharedOf(page, siteUrl)
  const { title, words, url, short } = shared
  const links = shareLinks(shared)
  return (
    <div className="space-y-5">
      {short && <CopyField label={shareTexts.short} value={short} hint={shareTexts.shortHint} />}
      <CopyField label={shareTexts.link} value={url} />
      <div className="grid gap-2 sm:grid-cols-3">
        <ShareLink href={links.whatsapp}>
          <MessageCircle aria-hidden="true" className="size-5" />
          {shareTexts.whatsapp}
        </ShareLink>
        <ShareLink href={links.text}>
          <MessageSquareText aria-hidden="true" className="size-5" />
          {shareTexts.text}
        </ShareLink>
        <ShareLink href={links.email}>
          <Mail aria-hidden="true" className="size-5" />
          {shareTexts.email}
        </ShareLink>
        {canShare && (
          // Somebody who closes the choice of apps wants none.
          <Button
            variant="secondary"
            className="sm:col-span-3"
            onClick={() => navigator.share({ title, text: words, url }).catch(() => {})}
          >
            {shareTexts.other}
          </Button>
        )}
      </div>
      <QrCode url={url} title={title} />
    </div>
  )
}

/** WhatsApp opens elsewhere; the others are programs of the device. */
function ShareLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className={buttonClasses({ variant: 'secondary' })}
      {...(href.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </a>
  )
}

type SharedWords = Shared & { heading: string; short?: string }

function sharedOf({ calendar, event, town }: SharedPage, siteUrl: string): SharedWords {
  if (town) return { heading: shareTexts.town, title: town.name, words: town.name, url: siteUrl + town.path }
  if (event) {
    const title = titleWithStatus(event.title, event.status)
    const words = [title, whenWords(event, calendar.time_zone), placeWords(event)].filter(Boolean).join(', ')
    return { heading: shareTexts.event, title, words, url: siteUrl + eventPath(calendar, event.id) }
  }
  const { id, name, city, state, identifier, allow_guest_users } = calendar
  const shared = { title: name, words: `${name}, ${city}, ${state}`, url: `${siteUrl}/calendar/${id}` }
  return {
    heading: shareTexts.calendar,
    ...shared,
    ...(allow_guest_users ? { short: `${siteUrl}/c/${identifier}` } : {}),
  }
}
