// Compiles Handlebars, the language of SendGrid's dynamic templates, with everything disabled that could reach beyond the data:
// no prototypes, no helpers but the listed ones, no unescaped output in HTML.
import Handlebars from 'handlebars'

export type Template = { subject: string; html: string; text: string }
export type Rendered = { subject: string; html: string; text: string }
export type Render = (data: object) => Rendered

/** Larger than any mail should be; a template of several megabytes would block the worker. */
const TEMPLATE_MAX = 512 * 1024

/** Throws an Error whose message may be shown to the owner of the template. */
export function compileTemplate({ subject, html, text }: Template): Render {
  for (const part of [subject, html, text]) {
    if (part.length > TEMPLATE_MAX) throw new Error('The template is larger than 512 kB.')
  }
  const parts = { subject: compile(subject, false), html: compile(html, true), text: compile(text, false) }
  return (data) => ({
    subject: parts.subject(data).replace(/\s+/g, ' ').trim(),
    html: parts.html(data),
    text: parts.text(data),
  })
}

function compile(source: string, escaped: boolean): (data: object) => string {
  const tree = language.parse(source)
  if (escaped) new EscapeEverything().accept(tree)
  const template = language.compile(tree, { noEscape: !escaped, knownHelpersOnly: true, knownHelpers })
  return (data) => template(data, { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false })
}

/** Escapes {{{field}}} as well: it would insert what somebody typed as markup. */
class EscapeEverything extends Handlebars.Visitor {
  override MustacheStatement(statement: hbs.AST.MustacheStatement): void {
    statement.escaped = true
    super.MustacheStatement(statement)
  }
}

const language = Handlebars.create()
language.unregisterHelper('log')
language.unregisterHelper('lookup')

/** SendGrid's comparison helpers, under the same names. */
const comparisons: Record<string, (left: unknown, right: unknown) => boolean> = {
  equals: (left, right) => left === right,
  notEquals: (left, right) => left !== right,
  greaterThan: (left, right) => Number(left) > Number(right),
  lessThan: (left, right) => Number(left) < Number(right),
  and: (left, right) => Boolean(left && right),
  or: (left, right) => Boolean(left || right),
}
for (const [name, holds] of Object.entries(comparisons)) {
  language.registerHelper(
    name,
    function (this: unknown, left: unknown, right: unknown, options: Handlebars.HelperOptions) {
      return holds(left, right) ? options.fn(this) : options.inverse(this)
    },
  )
}
language.registerHelper('length', (list: unknown) => (Array.isArray(list) ? list.length : 0))
language.registerHelper('insert', (value: unknown, fallback: unknown) =>
  value === undefined || value === '' ? String(fallback ?? '').replace(/^default=/, '') : value,
)

const knownHelpers: Record<string, boolean> = {
  ...Object.fromEntries(Object.keys(comparisons).map((name) => [name, true])),
  length: true,
  insert: true,
  log: false,
  lookup: false,
}
