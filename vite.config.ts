import { existsSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { BUILD_LANGUAGE } from './react-router.config.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), inLanguage(BUILD_LANGUAGE), reactRouter(), styleOfSonner(), embedScript()],
  // What is in no language is in the English build.
  publicDir: command === 'build' && BUILD_LANGUAGE !== 'en' ? false : 'public',
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } } } },
    // React goes into the built server as it is made for production, whatever NODE_ENV the program is started with.
    ssr:
      command === 'build' ? { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {},
  },
}))

/**
 * Left alone, every icon and button that two pages share becomes a file of its own, thirty a page. What nearly every page
 * needs travels together instead, with the icons of a public calendar. Nothing here may import zod, Radix or the data clients:
 * it would bring them to all pages.
 */
function chunkGroups() {
  const kit = 'badge|button|card|category-mark|classes|icon-sheet|input|page|page-meta|scroll-lock|spinner|toast'
  const clients = 'load-clients|session-mark|settings'
  const words =
    'categories|company|languages|site-language|date-words|dates|durations|limits|statuses|texts/(site|toast|public-calendar|follow)'
  const icons = 'calendar-sync|calendar-x-2|chevron-\\w+|code|log-out|map-pin|search|users-round|x'
  return [
    { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
    {
      name: 'kit',
      test: new RegExp(
        `/web/ui/(${kit})\\.tsx?$|/web/api/(${clients})\\.ts$|/domain/(${words})(\\.\\w\\w)?\\.ts$|/lucide-react/dist/esm/(?!icons/(?!(${icons})\\.mjs))`,
      ),
      minShareCount: 2,
    },
    // What forms and dialogs share, which a reader of a calendar needs only when one opens.
    {
      name: 'forms',
      test: /\/web\/ui\/(banner|choice|empty-state|field|skeleton)\.tsx$|\/lucide-react\//,
      minShareCount: 2,
    },
  ]
}

/**
 * In any language but English, an import of `x.ts` that has a neighbour `x.es.ts` is an import of the neighbour. So texts stay
 * constants, and nobody downloads those of another language. A neighbour may import its original.
 */
function inLanguage(language: string): Plugin {
  return {
    name: 'in-language',
    enforce: 'pre',
    apply: () => language !== 'en',
    async resolveId(source, importer, options) {
      if (!importer || !/^[#.].*\.tsx?$/.test(source)) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const neighbour = found?.id.replace(/(\.tsx?)$/, `.${language}$1`)
      return neighbour && neighbour !== importer && existsSync(neighbour) ? neighbour : found
    },
  }
}

/** Sonner writes its style into the page, which our content policy forbids; web/ui/toaster.tsx imports it as a file. */
function styleOfSonner(): Plugin {
  return {
    name: 'style-of-sonner',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs$/ },
      handler: (code) => code.replace(/^__insertCSS\(.*\);?$/m, ''),
    },
  }
}

/** /embed.js and /embed.es.js, for other sites: one script that brings all it needs, made beside the pages; while developing, when asked for. */
function embedScript(): Plugin {
  return {
    name: 'embed-script',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: EMBED, source: await bundleEmbed() })
    },
    configureServer(server) {
      server.middlewares.use(`/${EMBED}`, async (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(await bundleEmbed())
      })
    },
  }
}

const EMBED = BUILD_LANGUAGE === 'en' ? 'embed.js' : `embed.${BUILD_LANGUAGE}.js`

async function bundleEmbed(): Promise<string> {
  const output = { format: 'iife', codeSplitting: false } as const
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [inLanguage(BUILD_LANGUAGE)],
    build: { write: false, target: 'es2022', rolldownOptions: { input: 'web/embed/main.ts', output } },
  })
  return (made as Rolldown.RolldownOutput).output[0].code
}
