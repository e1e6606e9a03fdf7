// What `townbell doctor` and the operator's screen find: everything that can be checked without changing or sending anything.
import { Resolver } from 'node:dns/promises'
import { seconds } from '#domain/durations.ts'
import type { Config } from '#runtime/config.ts'
import { checkBackups, checkDataFolder, checkDisk } from './data-folder.ts'
import { checkDatabase } from './database.ts'
import type { Finding } from './finding.ts'
import { checkMail } from './mail.ts'
import { checkMailDns } from './mail-dns.ts'
import { checkSettings } from './settings.ts'
import { checkSite } from './site.ts'

type Examined = { config: Config; hasFolder: boolean; dns?: string | undefined }

export async function examine({ config, hasFolder, dns }: Examined): Promise<Finding[]> {
  const now = new Date()
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
