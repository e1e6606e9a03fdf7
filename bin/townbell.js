#!/usr/bin/env node
// The way in. JavaScript, because a first file in TypeScript is stripped of its types before there is a cache to find it in, and what
// strips it holds 14 MB for as long as the process lives.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Types are stripped and modules compiled once, not at every start: that is half of it. Kept inside the installation, because
// whoever can write there is believed; where we may not write ourselves, we start slower.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/townbell', import.meta.url)))
await import('./townbell.ts')
