import { useState } from 'react'
import { PhoneFields } from '#web/features/linked/phone-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useAddPhone, useMyNumbers, useStopTexts } from './my-numbers.ts'
import { textChoiceTexts as texts } from './texts.ts'

interface TextChoiceProps {
  calendar: { id: string; name: string }
}

/** Says which number of a member a calendar texts, and adds or stops it. */
export function TextChoice({ calendar }: TextChoiceProps) {
  const { data } = useMyNumbers()
  const stop = useStopTexts()
  const [isOpen, setIsOpen] = useState(false)
  if (!data) return null
  const number = data.find(({ calendar_id }) => calendar_id === calendar.id)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {number && <p className="min-w-0 text-muted">{texts[number.state](number.phone)}</p>}
      {number && number.state !== 'stopped' && (
        <Button
          variant="quiet"
          size="small"
          aria-label={`${texts.stop}: ${calendar.name}`}
          working={stop.isPending}
          onClick={() => stop.mutate(calendar)}
        >
          {texts.stop}
        </Button>
      )}
      {!number && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-3"
          aria-label={`${texts.add}: ${calendar.name}`}
          onClick={() => setIsOpen(true)}
        >
          {texts.add}
        </Button>
      )}
      <AddPhoneDialog calendar={calendar} open={isOpen} onClose={() => setIsOpen(false)} />
    </div>
  )
}

function AddPhoneDialog({ calendar, open, onClose }: TextChoiceProps & { open: boolean; onClose: () => void }) {
  const add = useAddPhone()
  const { onSubmit, problems } = useCheckedForm({
    isOpen: open,
    rules: async () => (await import('#domain/follow.ts')).textingForm,
    onValid: (form) => add.mutate({ calendar_id: calendar.id, ...form }, { onSuccess: onClose }),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={texts.title(calendar.name)}
      description={texts.lead}
      submit={texts.ask}
      working={add.isPending}
      onSubmit={onSubmit}
    >
      <PhoneFields calendar={calendar.name} problems={problems} />
      <FieldError>{problems.consent}</FieldError>
    </FormDialog>
  )
}
