import { existsSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { BUILD_LANGUAGE } from './react-router.config.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), inLanguage(BUILD_LANGUAGE), reactRouter(), styleOfSonner(), embedScript()],
  // Files without words are in the English build only.
  publicDir: command === 'build' && BUILD_LANGUAGE !== 'en' ? false : 'public',
  build: { assetsInlineLimit: 0, target: browsers },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
    // Bundles React's production build, whatever NODE_ENV the program is started with.
    ssr:
      command === 'build' ? { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {},
  },
}))

/** The oldest that read public pages (docs/product.md). tests/structure/browsers.test.ts knows which built-ins they lack. */
export const browsers = ['chrome111', 'edge111', 'firefox115', 'safari16.4']

const chunkGroups = [
  // Changes less often than our own code, so browsers can cache it for longer.
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  // Constants and functions of a few bytes each, which most pages share.
  {
    name: 'words',
    test: /\/domain\/(?:texts\/(?:categories|public-calendar|toast)|categories|company|languages|limits|site-language|statuses|web-address)(?:\.es)?\.ts$|\/web\/api\/(?:load-clients|session-attribute|settings)\.ts$/,
    minShareCount: 2,
  },
  {
    name: 'dates',
    test: /\/domain\/(?:dates|date-words|views|event-words|event-place|event-path|links-in-text|mailto-link)(?:\.es)?\.ts$/,
    minShareCount: 2,
  },
  // What reads errors, and in Spanish what they say.
  { name: 'errors', test: /\/web\/api\/(?:request-errors|server-messages)(?:\.es)?\.ts$/, minShareCount: 2 },
  // What calls /functions/v1.
  {
    name: 'functions',
    test: /\/web\/api\/(?:function-errors|guest-call|public-functions)\.ts$|node_modules\/(?:@supabase\/functions-js|tslib)\//,
    minShareCount: 2,
  },
  // What calendars and the page of an event share.
  {
    name: 'event',
    test: /\/web\/features\/calendar-view\/(?:category-mark|date-tile|event-image|event-link|event-time|linked-text|status-badge)\.tsx$|\/calendar-view\/texts(?:\.es)?\.ts$|\/icons\/calendar-days\.|\/public-calendar\/public-event-item\.|\/web\/features\/feeds\/(?:button-texts|load-dialogs|share-button)\.|\/web\/ui\/viewer-zone\.|\/domain\/event-images\.ts$/,
    minShareCount: 2,
  },
  // Without a group, every icon and button that two pages share would be a file of its own. What brings Radix or Sonner stays out:
  // public pages load it when somebody opens a dialog.
  {
    name: 'ui',
    test: /\/web\/ui\/drop-down\.tsx$/,
    minShareCount: 2,
  },
  {
    name: 'ui',
    test: /\/lucide-react\/|\/web\/ui\/(?!alert-dialog|dialog|fields|form-|main-button|person-list|popover|tabs|toaster|use-live-form)/,
    minShareCount: 5,
  },
  // What only the public pages of calendars and events share. Last: a group takes along what it imports.
  {
    name: 'follow',
    test: /\/web\/features\/(?:follow\/follow-button|public-calendar\/manage-bar)\.tsx$/,
    minShareCount: 2,
  },
]

/**
 * Replaces imports of `x.ts` by `x.es.ts` in the Spanish build, where that file exists. So texts stay constants, and nobody
 * downloads those of another language. `x.es.ts` itself may import `x.ts`.
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

/** Removes the style that Sonner writes into the page, which our content policy forbids; web/ui/toaster.tsx imports it as a file. */
function styleOfSonner(): Plugin {
  return {
    name: 'style-of-sonner',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs$/ },
      handler: (code) => code.replace(/^__insertCSS\(.*\);?$/m, ''),
    },
  }
}

/** Builds /embed.js and /embed.es.js, for other sites: one script without imports. While developing, it is built on each request. */
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
    build: { write: false, target: browsers, rolldownOptions: { input: 'web/embed/main.ts', output } },
  })
  return (made as Rolldown.RolldownOutput).output[0].code
}
