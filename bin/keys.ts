// Prints what a program needs to call the API.
import { readConfig } from '#runtime/config.ts'

export async function keys(): Promise<void> {
  console.log(keyLines(readConfig()))
}

export function keyLines({ siteUrl, publishableKey }: { siteUrl: string; publishableKey: string }): string {
  return `API: ${siteUrl}  publishable key: ${publishableKey}  documentation: ${siteUrl}/docs`
}
