import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), styleOfSonner(), embedScript()],
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
 * needs travels together instead. Nothing here may import zod, Radix or the data clients: it would bring them to all pages.
 */
function chunkGroups() {
  const kit =
    'badge|banner|button|card|category-mark|choice|classes|empty-state|field|input|page|page-meta|skeleton|spinner|toast'
  const clients = 'load-clients|session-mark|settings'
  const words =
    'categories|company|languages|site-language|date-words|dates|durations|limits|plans|texts/(site|toast|public-calendar|events|follow)'
  return [
    { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
    {
      name: 'kit',
      test: new RegExp(`/web/ui/(${kit})\\.tsx?$|/web/api/(${clients})\\.ts$|/domain/(${words})\\.ts$|/lucide-react/`),
      minShareCount: 2,
    },
  ]
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

/** /embed.js, for other sites: one script that brings all it needs, made beside the pages; while developing, when asked for. */
function embedScript(): Plugin {
  return {
    name: 'embed-script',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'embed.js', source: await bundleEmbed() })
    },
    configureServer(server) {
      server.middlewares.use('/embed.js', async (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(await bundleEmbed())
      })
    },
  }
}

async function bundleEmbed(): Promise<string> {
  const output = { format: 'iife', codeSplitting: false } as const
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target: 'es2022', rolldownOptions: { input: 'web/embed/main.ts', output } },
  })
  return (made as Rolldown.RolldownOutput).output[0].code
}
