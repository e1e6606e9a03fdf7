// The first file of the thread. JavaScript for the same reason as bin/townbell.js, with the same cache.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/townbell', import.meta.url)))
await import('./drawing.ts')
