import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFiles } from './files.ts'

test('the files of all languages are served from one path, and other sites may load the embed scripts', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'townbell-files-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [language, ...files] of [
    ['en', 'embed.js', 'assets/home-1.js', 'assets/react-9.js'],
    ['es', 'embed.es.js', 'assets/home-2.js', 'assets/react-9.js'],
  ]) {
    mkdirSync(join(folder, `${language}/assets`), { recursive: true })
    for (const file of files) writeFileSync(join(folder, `${language}/${file}`), file)
  }
  const answer = await createFiles(
    ['en', 'es'].map((language) => join(folder, language)),
    { 'cross-origin-resource-policy': 'same-origin' },
  )
  const get = async (path: string) => answer(new Request(`http://town.example${path}`), path)
  for (const path of ['/embed.js', '/embed.es.js', '/assets/home-1.js', '/assets/home-2.js', '/assets/react-9.js']) {
    const response = await get(path)
    assert.equal(await response?.text(), path.slice(1))
    const policy = path.startsWith('/embed') ? 'cross-origin' : 'same-origin'
    assert.equal(response?.headers.get('cross-origin-resource-policy'), policy, path)
  }
  assert.equal(await get('/en/embed.js'), null)
})
