import type pg from 'pg'
import type { TemplateService } from '#messages/template-service/service.ts'
import type { Clock } from '#runtime/clock.ts'
import type { GeocoderSettings } from '#runtime/config.ts'
import type { Captcha } from '#server/captcha/captcha.ts'
import type { ProofContext } from '#server/http/proof.ts'

/** What the functions that people call before they have an account are given. */
export type FunctionContext = {
  /**
   * The service's own pool, not a caller's: followers have no account, and the tables of confirmations and opt-outs are
   * closed to every role a caller can have.
   */
  pool: pg.Pool
  linkSecret: string
  siteUrl: string
  clock: Clock
  captcha: Captcha
}

/** What every endpoint is given. */
export type EndpointContext = FunctionContext &
  Pick<ProofContext, 'passwords'> & {
    postalAddress: string
    templates: TemplateService
    vapid: { publicKey: string }
    mapsKey: string | undefined
    geocoder: GeocoderSettings | undefined
  }
