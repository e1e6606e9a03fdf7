import type { Config } from '@react-router/dev/config'
import { compressFolder } from './bin/compress-folder.ts'

/** The pages are built once in each language (bin/build-web.ts); `BUILD_LANGUAGE=es npm run dev` shows them while developing. */
export const BUILD_LANGUAGE = process.env.BUILD_LANGUAGE ?? 'en'

export default {
  ssr: true,
  appDirectory: 'web',
  // The bench builds a second time, elsewhere, to learn which module brings which bytes.
  buildDirectory: `${process.env.BUILD_DIRECTORY ?? 'build'}/${BUILD_LANGUAGE}`,
  // All routes together are a few kilobytes; asking for them one by one would cost a request a page.
  routeDiscovery: { mode: 'initial' },
  // The server sends these bytes as they are.
  buildEnd: ({ reactRouterConfig }) => compressFolder(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config
