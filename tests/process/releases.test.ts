// A town that runs a released version starts with this one: from its folder, and from its backup.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { backupOf, folderOf, releases } from '#testing/releases.ts'
import { dataFolder, removeFolder, spawnTownbell, startTownbell, untilExit, untilReady } from '#testing/townbell.ts'
import { buildWeb } from '../../bin/build-web.ts'

before(() => buildWeb())

for (const release of releases) {
  test(`the folder of ${release} opens, is brought to this version, and shows its calendars`, async () => {
    const folder = folderOf(release)
    await showsTheTown(folder)
    removeFolder(folder)
  })

  test(`the backup of ${release} is restored, brought to this version, and shows its calendars`, async () => {
    const folder = dataFolder()
    const file = join(folder, '..', `${release}.tar`)
    backupOf(release, file)
    const restore = spawnTownbell(folder, { words: ['restore', file] })
    assert.equal((await untilExit(restore.process, restore.said)).code, 0, restore.said())
    await showsTheTown(folder)
    removeFolder(folder)
  })
}

async function showsTheTown(folder: string): Promise<void> {
  const program = await startTownbell(folder)
  try {
    await untilReady(program.url)
    const query = `select identifier from public.calendars where name = 'Barton Hills Neighborhood'`
    const { process: child, said } = spawnTownbell(folder, { words: ['sql', query] })
    const answer = (await untilExit(child, said)).said
    const number = /^(\d+)$/m.exec(answer)?.[1]
    assert.ok(number, answer)
    const page = await (await fetch(`${program.url}/c/${number}`)).text()
    assert.match(page, /<h1[^>]*>[^<]*Barton Hills Neighborhood/)
    assert.match(page, /"@type":"Event"/)
  } finally {
    program.process.kill('SIGTERM')
  }
  assert.equal((await untilExit(program.process, program.said)).code, 0)
}
