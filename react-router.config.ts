import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'web',
  buildDirectory: 'build',
  // All of some twenty routes are two kilobytes; asking for them one by one would cost a request a page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
