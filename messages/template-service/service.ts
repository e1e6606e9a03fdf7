// Finds a calendar's template by its id, among ours or at SendGrid, and compiles it.
import type { Language } from '#domain/languages.ts'
import { builtInTemplate } from './built-in.ts'
import { compileTemplate, type Render } from './compile.ts'
import { type SendgridOptions, sendgridTemplates } from './sendgrid-templates.ts'

export type TemplateService = {
  /** Returns null for an unknown id. Throws when SendGrid cannot be reached, or the template is invalid. */
  find(id: string, language?: Language): Promise<Render | null>
  /** True for a template that SendGrid can fill in itself when it sends. */
  isSendgrid(id: string): boolean
}

export function createTemplateService({ sendgrid }: { sendgrid?: SendgridOptions | undefined }): TemplateService {
  const remote = sendgrid ? sendgridTemplates(sendgrid) : undefined
  const isSendgrid = (id: string) => remote !== undefined && builtInTemplate(id) === null
  return {
    isSendgrid,
    async find(id, language) {
      const own = builtInTemplate(id, language)
      if (own || !remote) return own
      const template = await remote(id)
      return template && compileTemplate({ ...template, text: template.text || plainText(template.html) })
    },
  }
}

/** Makes a text part for a template that has none: its HTML without markup. */
function plainText(html: string): string {
  return html
    .replace(/<(style|script|head|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2 ($1)')
    .replace(/<(br|\/p|\/h\d|\/li|\/tr|\/div)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
