import { packagedBinaries } from '#database/embedded-home.ts'
import { buildWeb } from '../bin/build-web.ts'

// Makes PostgreSQL ready to run as well: its user may not be allowed to write where the program is installed.
await packagedBinaries()
await buildWeb()
