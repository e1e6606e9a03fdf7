import { type ReactNode, Suspense, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, useMatches } from 'react-router'
import { siteLanguage } from '#domain/site-language.ts'
import { siteTexts } from '#web/texts/site.ts'
import type { Route } from './+types/root.ts'
import { siteOf } from './api/load-context.ts'
import { NonceContext } from './api/nonce.ts'
import {
  membershipScript,
  restoreSessionAttribute,
  sessionScript,
  syncSessionAcrossTabs,
} from './api/session-attribute.ts'
import { ErrorPage } from './features/company/error-page.tsx'
import { SitePage } from './features/company/site-page.tsx'
import { PAGE_READY } from './page-ready.ts'
import displayFace from './styles/fonts/fraunces-latin.woff2'
import { PAGE_STYLE_ID, pageStyle } from './styles/page-style.ts'
import { IconSheet } from './ui/icon-sheet.tsx'
import { lazyExport } from './ui/lazy-export.ts'
import { RouteAnnouncer } from './ui/route-announcer.tsx'
import { restoreTheme, themeScript } from './ui/theme.ts'
import { ToastHost } from './ui/toast-host.tsx'

const NotFoundPage = lazyExport(() => import('./features/company/not-found-page.tsx'), 'NotFoundPage')

export function loader({ context }: Route.LoaderArgs) {
  return { settings: siteOf(context).settings }
}

/** The settings do not change while a page is open. */
export function shouldRevalidate(): boolean {
  return false
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: displayFace, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  useEffect(() => void dispatchEvent(new Event(PAGE_READY)), [])
  return (
    // The script below changes attributes of this element before React hydrates it.
    <html lang={siteLanguage} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf7ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#171614" media="(prefers-color-scheme: dark)" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants, before the first paint. The browser's bundle does not repeat them.
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR ? themeScript + sessionScript + membershipScript : '',
          }}
        />
        <Meta />
        <Links />
        <style
          nonce={nonce}
          id={PAGE_STYLE_ID}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet.
          dangerouslySetInnerHTML={{ __html: pageStyle }}
        />
      </head>
      <body className="flex min-h-dvh flex-col">
        <a
          href="#main"
          className="sr-only z-50 rounded-lg bg-bell px-4 py-3 font-semibold text-bell-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {siteTexts.skipToContent}
        </a>
        <IconSheet />
        {children}
        <RouteAnnouncer />
        <ToastHost />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(syncSessionAcrossTabs, [])
  // Signed-in screens bring their own header.
  const isFramed = useMatches().some(({ id }) => id === 'routes/signed-in')
  if (isFramed) return <Outlet />
  return (
    <SitePage>
      <Outlet />
    </SitePage>
  )
}

/**
 * What the server wrote, where this browser fails to render it before anybody has touched it: most likely it is too old, but the page can be
 * read. Null where the server had nothing better to show.
 */
const writtenByServer = () =>
  import.meta.env.SSR ||
  navigator.userActivation?.hasBeenActive ||
  document.querySelector('main .animate-pulse, .apology')
    ? null
    : document.querySelector('main')?.innerHTML

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const [written] = useState(isMissing ? null : writtenByServer)
  // React makes <html> anew here, and does not run the script in its head.
  useLayoutEffect(() => {
    restoreTheme()
    restoreSessionAttribute()
  }, [])
  return (
    <SitePage>
      {written ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own page, as it stands here.
        <div className="contents" dangerouslySetInnerHTML={{ __html: written }} />
      ) : (
        <Suspense>{isMissing ? <NotFoundPage /> : <ErrorPage />}</Suspense>
      )}
    </SitePage>
  )
}
