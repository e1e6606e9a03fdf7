import { useRouteLoaderData } from 'react-router'

/** What the server tells every page about itself. Everything here is public. */
export interface PublicSettings {
  publishableKey: string
  /** The address people use, without a slash at the end. */
  siteUrl: string
  supportEmail: string
  postalAddress: string
  captcha: CaptchaSettings
  mapsEnabled: boolean
  /** Whether caught mail can be read at /dev/mailbox. */
  mailbox: boolean
}

export type CaptchaSettings = { kind: 'recaptcha'; siteKey: string } | { kind: 'altcha' } | { kind: 'none' }

/** The settings as the root route loaded them; also inside error boundaries, where they may be missing. */
export function useSettings(): PublicSettings {
  const settings = useOptionalSettings()
  if (!settings) throw new Error('the root route has not been loaded')
  return settings
}

export function useOptionalSettings(): PublicSettings | undefined {
  return useRouteLoaderData<{ settings: PublicSettings }>('root')?.settings
}
