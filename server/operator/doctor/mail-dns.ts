// Checks the DNS records that receiving mail servers look up. Without an answer from DNS, a record counts as not checked.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '#runtime/config.ts'
import { isLoopback } from '#runtime/loopback.ts'
import { type Finding, findings } from './finding.ts'

type MailSettings = Pick<Config, 'mailCarrier' | 'mailFrom' | 'bounceAddress' | 'smtpUrl' | 'dkim'>

export async function checkMailDns(config: MailSettings, resolver: Resolver): Promise<Finding[]> {
  const found = findings('mail DNS')
  if (config.mailCarrier === 'catcher') return []
  const domain = domainOf(config.mailFrom)
  // A closed network may answer that no name exists.
  if (!(await resolvesPublicNames(resolver))) {
    found.unchecked('DNS on this machine does not resolve public names. Try townbell doctor --dns 9.9.9.9.')
    return found.all
  }
  await orUnchecked('SPF', checkSpf)
  await orUnchecked('DKIM', checkDkim)
  await orUnchecked('DMARC', checkDmarc)
  await orUnchecked('bounces', checkBounces)
  await orUnchecked('the mail server', checkPtr)
  return found.all

  async function orUnchecked(what: string, check: () => Promise<void>) {
    try {
      await check()
    } catch (error) {
      found.unchecked(`${what}: DNS does not answer (${(error as { code?: string }).code}).`)
    }
  }

  async function checkSpf() {
    const records = (await texts(domain)).filter((text) => /^v=spf1( |$)/i.test(text))
    if (records.length === 0)
      found.bad(
        `${domain} has no SPF record.`,
        `Add a TXT record such as "v=spf1 mx -all" that names your mail server.`,
      )
    else if (records.length > 1) found.bad(`${domain} has ${records.length} SPF records, so none counts.`, 'Keep one.')
    else if (/[ ]\+?all$/i.test(records[0] ?? ''))
      found.bad(`The SPF record of ${domain} lets anyone send.`, 'End it with -all or ~all.')
    else found.ok(`${domain} has an SPF record.`)
  }

  async function checkDkim() {
    if (!config.dkim) return found.unchecked('DKIM: the relay signs mail, if anything does. Check a mail you received.')
    const { domain, selector, pem } = config.dkim
    const name = `${selector}._domainkey.${domain}`
    const key = (await texts(name)).map((text) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replace(/\s/g, ''))[0]
    const ours = publicKeyOf(pem)
    if (key === undefined)
      found.bad(`${name} has no key, so our signatures fail.`, `Add a TXT record ${inParts(`v=DKIM1; p=${ours}`)}.`)
    else if (key !== ours) found.bad(`${name} has a different key than DKIM_KEY_FILE.`, `Its record must say p=${ours}`)
    else found.ok(`${name} has the key we sign with.`)
  }

  async function checkDmarc() {
    // A domain without its own policy has that of its parent domain.
    const above = domain.split('.').slice(-2).join('.')
    for (const name of new Set([domain, above])) {
      if ((await texts(`_dmarc.${name}`)).some((text) => /^v=DMARC1\b/i.test(text)))
        return found.ok(`_dmarc.${name} has a policy.`)
    }
    found.warn(
      `${domain} has no DMARC policy; large mail providers require one.`,
      `Add a TXT record "v=DMARC1; p=none" at _dmarc.${domain}.`,
    )
  }

  async function checkBounces() {
    const back = domainOf(config.bounceAddress ?? config.mailFrom)
    const takesMail = (await ask(() => resolver.resolveMx(back))).length > 0 || (await addresses(back)).length > 0
    if (takesMail) found.ok(`${back} accepts bounces.`)
    else found.bad(`${back} has no mail server, so bounces are lost and mail is refused.`, 'Add an MX record.')
  }

  async function checkPtr() {
    const host = config.mailCarrier === 'smtp' && config.smtpUrl ? new URL(config.smtpUrl).hostname : undefined
    if (host === undefined) return
    if (isLoopback(host)) return found.unchecked('Reverse DNS: look up the public address of this machine yourself.')
    const [address] = isIP(host) ? [host] : await addresses(host)
    if (address === undefined) return found.bad(`${host} has no address.`, 'Check SMTP_URL.')
    const names = await ask(() => resolver.reverse(address))
    for (const name of names) {
      if ((await addresses(name)).includes(address))
        return found.ok(`Forward and reverse DNS of ${host} match (${name}).`)
    }
    found.warn(
      `${host} (${address}) has no matching reverse DNS name.`,
      'If it delivers mail itself, ask its provider for a PTR record.',
    )
  }

  async function texts(name: string): Promise<string[]> {
    return (await ask(() => resolver.resolveTxt(name))).map((chunks) => chunks.join(''))
  }

  async function addresses(name: string): Promise<string[]> {
    return [...(await ask(() => resolver.resolve4(name))), ...(await ask(() => resolver.resolve6(name)))]
  }
}

async function resolvesPublicNames(resolver: Resolver): Promise<boolean> {
  try {
    return (await resolver.resolveNs('org')).length > 0
  } catch {
    return false
  }
}

/** Returns an empty list if the name, or a record of this kind, does not exist. */
async function ask<T>(question: () => Promise<T[]>): Promise<T[]> {
  try {
    return await question()
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '')) return []
    throw error
  }
}

/** Zone files take at most 255 characters in one string. */
function inParts(record: string): string {
  return (record.match(/.{1,250}/g) ?? []).map((part) => `"${part}"`).join(' ')
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

function publicKeyOf(pem: string): string {
  const key = createPublicKey(createPrivateKey(pem))
  if (key.asymmetricKeyType === 'ed25519')
    return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
  return key.export({ format: 'der', type: 'spki' }).toString('base64')
}
