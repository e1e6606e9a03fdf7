// `townbell doctor`: checks an installation, changes nothing and says what to fix; with --mail it only sends a test mail. Exits with 1 if something is bad. Run it with the
// settings and as the user of Townbell.
import { Resolver } from 'node:dns/promises'
import { parseArgs } from 'node:util'
import { seconds } from '#domain/durations.ts'
import { isOneAddress } from '#messages/email/carrier.ts'
import { setUpCarrierNetwork } from '#runtime/carrier-network.ts'
import { peekConfig, readConfig } from '#runtime/config.ts'
import { UsageError } from './command.ts'
import { checkBackups, checkDataFolder, checkDisk } from './doctor/data-folder.ts'
import { checkDatabase } from './doctor/database.ts'
import type { Finding } from './doctor/finding.ts'
import { checkMail } from './doctor/mail.ts'
import { checkMailDns } from './doctor/mail-dns.ts'
import { checkSettings } from './doctor/settings.ts'
import { checkSite } from './doctor/site.ts'
import { checkTestMail } from './doctor/test-mail.ts'

export async function doctor(words: string[]): Promise<void> {
  const { json, dns, mail } = read(words)
  const found = mail === undefined ? await examine(dns) : await testMail(mail)
  if (json) console.log(JSON.stringify(found, null, 2))
  else for (const finding of found) console.log(line(finding))
  if (found.some(({ verdict }) => verdict === 'bad')) process.exitCode = 1
}

function testMail(address: string): Promise<Finding[]> {
  const config = readConfig()
  setUpCarrierNetwork(config.carrierNetwork)
  return checkTestMail(config, address)
}

async function examine(dns: string | undefined): Promise<Finding[]> {
  const now = new Date()
  let peeked: ReturnType<typeof peekConfig>
  try {
    peeked = peekConfig()
  } catch (error) {
    const todo = 'Correct it; docs/operations.md lists the settings.'
    return [{ area: 'settings', verdict: 'bad', says: (error as Error).message, todo }]
  }
  const { config, hasFolder } = peeked
  setUpCarrierNetwork(config.carrierNetwork)
  const resolver = new Resolver({ timeout: seconds(3), tries: 1 })
  if (dns !== undefined) resolver.setServers([dns])
  const outside = [checkDatabase(config), checkMail(config), checkMailDns(config, resolver), checkSite(config, now)]
  return [
    ...checkSettings(config),
    ...checkDataFolder(config.dataFolder, hasFolder),
    ...checkDisk(config.dataFolder),
    ...(await Promise.all(outside)).flat(),
    ...checkBackups(config.dataFolder, now),
  ]
}

function line({ area, verdict, says, todo }: Finding): string {
  return `${verdict.padEnd(12)}${area.padEnd(12)} ${says}${todo ? ` ${todo}` : ''}`
}

function read(words: string[]): { json: boolean; dns: string | undefined; mail: string | undefined } {
  try {
    const { values } = parseArgs({
      args: words,
      options: { json: { type: 'boolean' }, dns: { type: 'string' }, mail: { type: 'string' } },
    })
    if (values.mail !== undefined && !isOneAddress(values.mail)) throw new Error('no address')
    if (values.dns !== undefined) new Resolver().setServers([values.dns])
    return { json: values.json ?? false, dns: values.dns, mail: values.mail }
  } catch {
    throw new UsageError(
      'Usage: townbell doctor [--json] [--dns <server to ask, such as 9.9.9.9>] [--mail <address to send a test mail to>]',
    )
  }
}
