import type { PublicSettings } from '#domain/public-settings.ts'
import { publicSignUpRule } from '#domain/sign-up-rule.ts'
import type { Config } from '#runtime/config.ts'

/** Returns the settings that every page may know. */
export function publicSettings(config: Config): PublicSettings {
  return {
    publishableKey: config.publishableKey,
    siteUrl: config.siteUrl,
    supportEmail: config.supportEmail,
    postalAddress: config.postalAddress,
    captcha: config.captchaSettings,
    mapsEnabled: config.mapsKey !== undefined,
    geocoderEnabled: config.mapsKey === undefined && config.geocoder !== undefined,
    mapTiles: config.mapTiles ?? null,
    trial: config.trial,
    signUp: publicSignUpRule(config.signUp),
    mailbox: config.mailbox,
  }
}
