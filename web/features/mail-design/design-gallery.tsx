import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import { invoke } from '#web/api/function-errors.ts'
import { designKeys } from '#web/api/query-keys.ts'
import type { EventCalendar } from '#web/features/events/event.ts'
import { Button } from '#web/ui/button.tsx'
import { CancelButton, Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { SandboxedHtml } from '#web/ui/sandboxed-html.tsx'
import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type Language, languages } from '../../../domain/languages.ts'
import { type MailDesign, mailDesigns } from '../../../domain/mail-designs.ts'
import { designTexts } from './design-texts.ts'

interface DesignGalleryProps {
  calendar: EventCalendar
  /** The id in the form, which may be none of ours. */
  current: string
  open: boolean
  onClose: () => void
  onChoose: (design: MailDesign) => void
}

/** Shows our templates with an example, as people will see them, and lets one be chosen. */
export function DesignGallery({ calendar, current, open, onClose, onChoose }: DesignGalleryProps) {
  return (
    <Dialog open={open} onClose={onClose} size="large" title={designTexts.title} description={designTexts.lead}>
      <Gallery calendar={calendar} current={current} onChoose={onChoose} />
    </Dialog>
  )
}

function Gallery({ calendar, current, onChoose }: Pick<DesignGalleryProps, 'calendar' | 'current' | 'onChoose'>) {
  const [design, setDesign] = useState<MailDesign>(mailDesigns.find((one) => one === current) ?? mailDesigns[0])
  const [language, setLanguage] = useState<Language>('en')
  const preview = usePreviewOf(calendar, design, language)
  const frame = (width: string) =>
    preview.data ? (
      <div className="overflow-hidden rounded-lg border border-line bg-sunk">
        <SandboxedHtml
          html={preview.data.html}
          title={designTexts.designs[design].name}
          className={`mx-auto block h-[60dvh] max-w-full bg-white ${width}`}
        />
      </div>
    ) : (
      <p role="status" className="rounded-lg bg-sunk p-8 text-center text-muted">
        {preview.isError ? designTexts.failed : designTexts.loading}
      </p>
    )

  return (
    <>
      <div className="mb-5 grid gap-5 sm:grid-cols-[1fr_12rem]">
        <RadioGroup legend={designTexts.design}>
          {mailDesigns.map((one) => (
            <Radio
              key={one}
              name="design"
              label={designTexts.designs[one].name}
              hint={designTexts.designs[one].hint}
              checked={one === design}
              onChange={() => setDesign(one)}
            />
          ))}
        </RadioGroup>
        <SelectField
          label={designTexts.language}
          options={languages.map((one) => [one, designTexts.languages[one]])}
          value={language}
          onChange={({ target }) => setLanguage(target.value as Language)}
        />
      </div>
      <Tabs
        label={designTexts.shown}
        tabs={[
          { id: 'computer', label: designTexts.computer, content: frame('w-[600px]') },
          { id: 'phone', label: designTexts.phone, content: frame('w-[320px]') },
          {
            id: 'text',
            label: designTexts.text,
            content: preview.data && (
              <>
                <p className="max-w-80 rounded-2xl rounded-bl-sm bg-sunk p-4 wrap-anywhere">
                  {preview.data.text_message}
                </p>
                <p className="mt-2 text-sm text-muted">{designTexts.textHint(preview.data.segments)}</p>
              </>
            ),
          },
        ]}
      />
      <DialogActions>
        <CancelButton />
        <Button onClick={() => onChoose(design)}>{designTexts.use}</Button>
      </DialogActions>
    </>
  )
}

type Preview = { html: string; text_message: string; segments: number }

function usePreviewOf(calendar: EventCalendar, template_id: MailDesign, language: Language) {
  const clients = useClients()
  const event_data = { ...designTexts.sample, category: 'Event', start_time: '18:30', end_time: '20:30' }
  return useQuery({
    queryKey: designKeys.preview(calendar.id, template_id, language),
    queryFn: () =>
      invoke<Preview>(clients, 'preview-email', { calendar_id: calendar.id, template_id, language, event_data }),
    placeholderData: (before) => before,
  })
}
