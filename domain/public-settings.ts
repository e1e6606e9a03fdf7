import type { PublicSignUpRule } from './sign-up-rule.ts'

/** The settings that server/site gives to every page. Everything here is public. */
export interface PublicSettings {
  publishableKey: string
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  supportEmail: string
  postalAddress: string
  captcha: CaptchaSettings
  mapsEnabled: boolean
  /** Whether addresses are looked up in the operator's own geocoder: there is one, and no maps key. */
  geocoderEnabled: boolean
  /** Where the pictures of maps come from; null: events have no map. */
  mapTiles: MapTileSettings | null
  /** Whether accounts begin on trial; otherwise no screen shows a price. */
  trial: boolean
  signUp: PublicSignUpRule
  /** Whether caught mail can be read at /dev/mailbox. */
  mailbox: boolean
}

/** A template with {z}, {x} and {y}, and whom to name below the map. */
export type MapTileSettings = { url: string; attribution: string }

export type CaptchaSettings = { kind: 'recaptcha'; siteKey: string } | { kind: 'altcha' } | { kind: 'none' }
