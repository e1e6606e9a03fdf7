import { buildWeb } from '../bin/build-web.ts'

await buildWeb()
