import { existsSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { BUILD_LANGUAGE } from './react-router.config.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), inLanguage(BUILD_LANGUAGE), reactRouter(), styleOfSonner(), drawnIcons(), embedScript()],
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
 * Left alone, every icon and button that two pages share becomes a file of its own, thirty a page, and each is compressed for
 * itself. What travels together is together instead (docs/decisions/speed-public-pages.md).
 */
function chunkGroups() {
  return [
    { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
    // Every page: the frame around it, and what nearly all need, with the icons of a public calendar. Nothing here may import zod,
    // Radix or the data clients: it would bring them to all pages.
    {
      name: 'kit',
      test: sources(
        'web/(root|styles/page-style|api/(load-clients|nonce|session-mark|settings))',
        'web/ui/(badge|button|card|category-mark|classes|drawn-icon|icon-sheet|input|page|page-links|page-meta|path-change|scroll-lock)',
        'web/ui/(spinner|theme|toast|toast-host)',
        'web/features/company/(language-links|logo|not-found-page|sign-out-button|site-\\w+|theme-button|trouble-\\w+)',
        'domain/(categories|company|date-words|dates|durations|languages|limits|site-language|statuses)',
        'domain/texts/(public-calendar|site|toast)',
        'lucide-react/dist/esm/icons/(calendar-sync|calendar-x-2|chevron-\\w+|code|log-out|map-pin|search|users-round|x)',
      ),
    },
    // What an event's own page shares with a calendar.
    {
      name: 'event',
      test: sources(
        'web/(ui/(event-image|status-badge|viewer-zone)|features/follow/(calendar-not-found|structured-events))',
        'domain/(calendar-links|event-images|event-words|views|texts/views)',
      ),
    },
    // What the calendar of guests shares with that of members.
    {
      name: 'month',
      test: sources(
        'web/ui/(day-list|event-search|event-time|month-\\w+|view-bar)',
        'web/features/(feeds/(add-to-calendar|button-texts|feed-buttons)|follow/public-event-item)',
        'domain/texts/month-grid',
      ),
    },
    // What forms and dialogs share, which a reader of a calendar needs only when one opens.
    {
      name: 'forms',
      test: /\/web\/ui\/(banner|choice|empty-state|field|skeleton)\.tsx$|\/lucide-react\//,
      minShareCount: 2,
    },
    // What forms of guests ask the server with.
    {
      name: 'asking',
      test: sources(
        'web/features/captcha/',
        'web/ui/forget-query',
        'web/api/(function-errors|public-functions|server-words)',
      ),
    },
    // What signing in shares with members' screens.
    {
      name: 'account-state',
      test: sources(
        'web/(ui/use-page-head|features/account/(auth-state|loading|mutations|next-path))',
        'domain/texts/accounts',
      ),
    },
    // Signing in, and a new password.
    { name: 'sign-in-form', test: sources('web/features/account/(password-rules|sign-in-screen)') },
  ]
}

/** Files by their paths without endings, in any language. */
function sources(...paths: string[]): RegExp {
  return new RegExp(`/(${paths.join('|')})(\\.\\w\\w)?\\.(tsx?|mjs)$`)
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

/** The icons of lucide-react, drawn by our own few lines. */
function drawnIcons(): Plugin {
  return {
    name: 'drawn-icons',
    transform: {
      filter: { id: /node_modules\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
      handler: () => "export { drawnIcon as default } from '/web/ui/drawn-icon.ts'",
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
