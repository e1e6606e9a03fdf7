import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), styleOfSonner()],
  build: { assetsInlineLimit: 0 },
})

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
