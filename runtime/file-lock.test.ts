import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { smallDisk } from '#testing/small-disk.ts'
import { isDataFolderLocked, lockDataFolder } from './data-folder.ts'
import { lockFile } from './file-lock.ts'

test('one at a time holds a lock, and what is no lock is reported as what it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'townbell-lock-'))
  const path = join(folder, 'lock')
  const first = lockFile(path)
  assert.ok(first)
  assert.equal(lockFile(path), undefined)
  first.release()
  const second = lockFile(path)
  assert.ok(second)
  second.release()
  assert.throws(() => lockFile(join(folder, 'missing', 'lock')), /unable to open/)
  const other = join(folder, 'other')
  writeFileSync(other, 'not a database, but a text of more than a hundred bytes. '.repeat(9))
  assert.throws(() => lockFile(other), /not a database/)
  rmSync(folder, { recursive: true })
})

test('on a full disk a data folder can be locked, and nobody says that Townbell is running', (t) => {
  const disk = smallDisk(1)
  if (!disk) return t.skip('this machine may not mount a small disk')
  try {
    lockDataFolder(disk.folder).release()
    fill(join(disk.folder, 'filler'))
    assert.equal(isDataFolderLocked(disk.folder), false)
    const lock = lockDataFolder(disk.folder)
    assert.equal(isDataFolderLocked(disk.folder), true)
    assert.throws(
      () => lockDataFolder(disk.folder),
      /already running on the data folder \S+( \(process \d+\))?\. Stop it first/,
    )
    lock.release()
  } finally {
    disk.remove()
  }
})

function fill(file: string): void {
  for (let size = 64 * 1024; size >= 1; size /= 2)
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch {
      // A smaller piece may still fit.
    }
}
