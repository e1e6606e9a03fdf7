#!/usr/bin/env node
// The entry point. Plain JavaScript, because Node compiles the first file before its cache is on, and its TypeScript stripper would
// hold 14 MB for as long as the process lives.
// Nothing that an old Node lacks is imported by name.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const NODE = 26
if (Number.parseInt(process.versions.node, 10) < NODE) runWithOurNode()
else {
  // Caches compiled modules, which halves the time to start. The cache is inside the installation, because whoever can write there is
  // trusted; if we cannot, we start slower.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/townbell', import.meta.url)))
  await import('./commands.ts')
}

/** npm installs our Node beside us: in a clone inside, from a package next door. */
function runWithOurNode() {
  const ours = ['../node_modules/.bin/node', '../../.bin/node']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
  if (!ours) {
    console.error(`Townbell needs Node ${NODE}, and this is Node ${process.versions.node}. npm ci installs it.`)
    process.exit(1)
  }
  const child = spawn(ours, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}
