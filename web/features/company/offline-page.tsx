import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { offlineTexts } from '#web/texts/offline.ts'
import { siteTexts } from '#web/texts/site.ts'
import { Button } from '#web/ui/button.tsx'
import { NoticeCard } from '#web/ui/notice-card.tsx'

interface SeenPage {
  path: string
  title: string
}

/** Stands in for a page that this device has no copy of, and lists those that it has. */
export function OfflinePage() {
  const [seen, setSeen] = useState<SeenPage[]>([])
  useEffect(() => {
    seenPages().then(setSeen, () => {})
  }, [])
  return (
    <>
      <NoticeCard icon={WifiOff} title={offlineTexts.title} body={offlineTexts.body}>
        <Button onClick={() => history.back()}>{siteTexts.tryAgain}</Button>
      </NoticeCard>
      {seen.length > 0 && (
        <section className="mx-auto -mt-6 max-w-xl px-4 pb-16 sm:px-6">
          <h2 className="text-xl">{offlineTexts.seen}</h2>
          <ul className="mt-2 divide-y divide-line">
            {seen.map(({ path, title }) => (
              <li key={path}>
                <a href={path} className="flex min-h-11 items-center py-2 link wrap-anywhere">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Returns the pages that the service worker stored, the newest first. */
async function seenPages(): Promise<SeenPage[]> {
  const pages = await caches.open('pages')
  const found = [...(await pages.keys())].reverse().map(async (request) => {
    const { pathname, search } = new URL(request.url)
    const html = (await (await pages.match(request))?.text()) ?? ''
    const title = new DOMParser().parseFromString(html, 'text/html').title.replace(/ \| Townbell$/, '')
    return { path: pathname + search, title }
  })
  const listed = (await Promise.all(found)).filter(({ path }) => path !== '/offline')
  return (await caches.has('screens')) ? [{ path: '/dashboard', title: offlineTexts.myCalendars }, ...listed] : listed
}
