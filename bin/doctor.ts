// `townbell doctor`: checks an installation, changes nothing and says what to fix; with --mail it only sends a test mail. Exits with 1 if something is bad. Run it with the
// settings and as the user of Townbell.
import { Resolver } from 'node:dns/promises'
import { parseArgs } from 'node:util'
import { isOneAddress } from '#messages/email/carrier.ts'
import { setUpCarrierNetwork } from '#runtime/carrier-network.ts'
import { peekConfig, readConfig } from '#runtime/config.ts'
import { examine } from '#server/operator/doctor/examine.ts'
import type { Finding } from '#server/operator/doctor/finding.ts'
import { UsageError } from './command.ts'
import { checkTestMail } from './doctor/test-mail.ts'

export async function doctor(words: string[]): Promise<void> {
  const { json, dns, mail } = read(words)
  const found = mail === undefined ? await examineThis(dns) : await testMail(mail)
  if (json) console.log(JSON.stringify(found, null, 2))
  else for (const finding of found) console.log(line(finding))
  if (found.some(({ verdict }) => verdict === 'bad')) process.exitCode = 1
}

function testMail(address: string): Promise<Finding[]> {
  const config = readConfig()
  setUpCarrierNetwork(config.carrierNetwork)
  return checkTestMail(config, address)
}

async function examineThis(dns: string | undefined): Promise<Finding[]> {
  let peeked: ReturnType<typeof peekConfig>
  try {
    peeked = peekConfig()
  } catch (error) {
    const todo = 'Correct it; docs/operations.md lists the settings.'
    return [{ area: 'settings', verdict: 'bad', says: (error as Error).message, todo }]
  }
  setUpCarrierNetwork(peeked.config.carrierNetwork)
  return examine({ ...peeked, dns })
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
