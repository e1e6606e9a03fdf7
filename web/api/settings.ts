import { useRouteLoaderData } from 'react-router'
import type { PublicSettings } from '#domain/public-settings.ts'

export type { PublicSettings } from '#domain/public-settings.ts'

/** Returns the settings that the root route loaded. */
export function useSettings(): PublicSettings {
  const settings = useOptionalSettings()
  if (!settings) throw new Error('the root route has not been loaded')
  return settings
}

/** Returns undefined inside an error boundary whose root loader failed. */
export function useOptionalSettings(): PublicSettings | undefined {
  return useRouteLoaderData<{ settings: PublicSettings }>('root')?.settings
}

/** Where nothing is sold, no link leads to prices. */
export function useWithoutPrices<Link extends { to: string }>(links: Link[]): Link[] {
  const settings = useOptionalSettings()
  return settings?.trial === false ? links.filter(({ to }) => to !== '/pricing') : links
}
