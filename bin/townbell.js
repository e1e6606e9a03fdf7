#!/usr/bin/env node
// The entry point. Plain JavaScript, because Node compiles the first file before its cache is on, and its TypeScript stripper would
// hold 14 MB for as long as the process lives.
// Nothing that an old Node lacks is imported by name: that would fail before the message below.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const NODE = 26
if (Number.parseInt(process.versions.node, 10) < NODE) {
  console.error(
    `Townbell needs Node ${NODE}, and this is Node ${process.versions.node}. Use "npm start" or "npm run townbell", which run the Node that npm ci installed.`,
  )
  process.exit(1)
}

// Caches compiled modules, which halves the time to start. The cache is inside the installation, because whoever can write there is
// trusted; if we cannot, we start slower.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/townbell', import.meta.url)))
await import('./commands.ts')
