import { useRouteLoaderData } from 'react-router'
import type { PublicSettings } from '#domain/public-settings.ts'

export type { PublicSettings } from '#domain/public-settings.ts'

/** The settings as the root route loaded them. */
export function useSettings(): PublicSettings {
  const settings = useOptionalSettings()
  if (!settings) throw new Error('the root route has not been loaded')
  return settings
}

/** Inside error boundaries they may be missing. */
export function useOptionalSettings(): PublicSettings | undefined {
  return useRouteLoaderData<{ settings: PublicSettings }>('root')?.settings
}
