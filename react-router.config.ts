import type { Config } from '@react-router/dev/config'
import { compressFolder } from './scripts/compress-folder.ts'

export default {
  ssr: true,
  appDirectory: 'web',
  buildDirectory: 'build',
  // All of some twenty routes are two kilobytes; asking for them one by one would cost a request a page.
  routeDiscovery: { mode: 'initial' },
  // The server sends these bytes as they are.
  buildEnd: ({ reactRouterConfig }) => compressFolder(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config
