import { useState } from 'react'
import { embedAddress, frameCode, scriptCode } from '#domain/embeds/code.ts'
import { type EmbedOptions, type EmbedTheme, type EmbedView, embedThemes, embedViews } from '#domain/embeds/options.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { useSettings } from '#web/api/settings.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { Input } from '#web/ui/input.tsx'
import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { CopyField } from './copy-field.tsx'
import { embedTexts } from './texts.ts'

interface EmbedDialogProps {
  calendar: { id: string; name: string }
  open: boolean
  onClose: () => void
}

const defaultOptions: EmbedOptions = {
  view: 'list',
  theme: 'auto',
  accent: null,
  categories: null,
  language: siteLanguage,
}
const OUR_ACCENT = '#f5b81c'

export function EmbedDialog({ calendar, open, onClose }: EmbedDialogProps) {
  const { siteUrl } = useSettings()
  const [kind, setKind] = useState<'script' | 'frame'>('script')
  const [options, setOptions] = useState(defaultOptions)
  const change = (part: Partial<EmbedOptions>) => setOptions({ ...options, ...part })
  const embedded = { siteUrl, calendar, options }
  const code = kind === 'script' ? scriptCode(embedded) : frameCode(embedded)
  const preview = embedAddress('', calendar.id, options)
  return (
    <Dialog open={open} onClose={onClose} title={embedTexts.title} description={embedTexts.lead} size="large">
      <div className="space-y-5">
        <RadioGroup legend={embedTexts.kind}>
          <Radio
            name="kind"
            label={embedTexts.script}
            hint={embedTexts.scriptHint}
            checked={kind === 'script'}
            onChange={() => setKind('script')}
          />
          <Radio
            name="kind"
            label={embedTexts.frame}
            hint={embedTexts.frameHint}
            checked={kind === 'frame'}
            onChange={() => setKind('frame')}
          />
        </RadioGroup>
        <div className="grid gap-4 sm:grid-cols-[2fr_3fr_2fr]">
          <SelectField
            label={embedTexts.view}
            value={options.view}
            onChange={(event) => change({ view: event.target.value as EmbedView })}
            options={embedViews.map((view) => [view, embedTexts[view]])}
          />
          <SelectField
            label={embedTexts.theme}
            value={options.theme}
            onChange={(event) => change({ theme: event.target.value as EmbedTheme })}
            options={embedThemes.map((theme) => [theme, embedTexts[theme]])}
          />
          <Field label={embedTexts.accent}>
            {(control) => (
              <Input
                {...control}
                type="color"
                className="p-1"
                value={options.accent ?? OUR_ACCENT}
                onChange={({ target }) => change({ accent: target.value === OUR_ACCENT ? null : target.value })}
              />
            )}
          </Field>
        </div>
        <div>
          <h3 className="mb-1.5 font-sans text-sm font-semibold">{embedTexts.preview}</h3>
          {/* A frame whose address changes would become a step of the browser's Back button. */}
          <iframe
            key={preview}
            title={embedTexts.preview}
            src={preview}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            className="h-80 w-full rounded-lg border border-line"
          />
        </div>
        <CopyField label={embedTexts.code} value={code} rows={kind === 'script' ? 7 : 4} />
      </div>
    </Dialog>
  )
}
