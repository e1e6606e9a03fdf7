/** What a follower ticks. The version in domain/follow.ts is stored with it: change the text, raise the version. */
export function smsConsentText(calendar: string): string {
  return (
    `I agree to receive automated SMS notifications about events from ${calendar}. Message frequency varies. ` +
    'Message and data rates may apply. Reply STOP to opt out or HELP for help.'
  )
}
