/** What the server tells every page about itself; server/site gives it, web shows it. Everything here is public. */
export interface PublicSettings {
  publishableKey: string
  /** The address people use, without a slash at the end. */
  siteUrl: string
  supportEmail: string
  postalAddress: string
  captcha: CaptchaSettings
  mapsEnabled: boolean
  /** Whether addresses can be looked up in the town's own geocoder: where there is one, and no maps key. */
  geocoderEnabled: boolean
  /** Whether caught mail can be read at /dev/mailbox. */
  mailbox: boolean
}

export type CaptchaSettings = { kind: 'recaptcha'; siteKey: string } | { kind: 'altcha' } | { kind: 'none' }
