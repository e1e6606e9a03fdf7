import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { EventCalendar } from '#web/features/events/event.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { toast } from '#web/ui/toast.ts'
import { designTexts } from './design-texts.ts'

const DesignGallery = lazyExport(() => import('./design-gallery.tsx'), 'DesignGallery')

/** Fills the field of the template in the settings form around it. */
export function ChooseDesign({ calendar }: { calendar: EventCalendar }) {
  const [open, setOpen] = useState(false)
  const { watch, setValue } = useFormContext<{ sendgrid_template_id: string }>()
  return (
    <div className="w-full">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {designTexts.choose}
      </Button>
      <MountOnOpen open={open}>
        <DesignGallery
          calendar={calendar}
          current={watch('sendgrid_template_id')}
          open={open}
          onClose={() => setOpen(false)}
          onChoose={(design) => {
            setValue('sendgrid_template_id', design, { shouldDirty: true })
            setOpen(false)
            toast({ title: designTexts.chosen })
          }}
        />
      </MountOnOpen>
    </div>
  )
}
