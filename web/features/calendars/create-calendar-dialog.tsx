import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { createCalendarForm } from '#domain/calendars.ts'
import { isBlank } from '#domain/characters.ts'
import { calendarTexts } from '#domain/texts/calendars.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/selection-controls.tsx'
import { useCreateCalendar } from './mutations.ts'
import { PlaceFields } from './place-fields.tsx'
import { formTexts } from './texts.ts'

interface CreateCalendarDialogProps {
  open: boolean
  onClose: () => void
  isEmailConfirmed: boolean
  onTrial: boolean
}

export function CreateCalendarDialog({ open, onClose, isEmailConfirmed, onTrial }: CreateCalendarDialogProps) {
  const create = useCreateCalendar({ onTrial })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!create.isPending}
      title={calendarTexts.createNewCalendar}
      description={formTexts.createLead}
    >
      {/* Mounted with the dialog, so closing it discards what was typed. */}
      <CreateForm create={create} onClose={onClose} isEmailConfirmed={isEmailConfirmed} />
    </Dialog>
  )
}

interface CreateFormProps {
  create: ReturnType<typeof useCreateCalendar>
  onClose: () => void
  isEmailConfirmed: boolean
}

function CreateForm({ create, onClose, isEmailConfirmed }: CreateFormProps) {
  const form = useForm({
    resolver: zodResolver(createCalendarForm),
    defaultValues: { name: '', description: '', state: '', city: '', allow_guest_users: true },
  })
  const { register, handleSubmit, watch, formState } = form
  const { errors } = formState
  const [name, state, city] = watch(['name', 'state', 'city'])
  const complete = !isBlank(name) && state !== '' && city !== ''

  const submit = handleSubmit((checked) => create.mutate(checked, { onSuccess: onClose }))

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field label={formTexts.name} required error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
      </Field>
      <Field label={formTexts.description} error={errors.description?.message}>
        {(control) => <Textarea {...control} rows={3} {...register('description')} />}
      </Field>
      <FormProvider {...form}>
        <PlaceFields />
      </FormProvider>
      <Switch label={calendarTexts.allowGuests} hint={formTexts.guestsHint} {...register('allow_guest_users')} />
      <DialogActions>
        <Button variant="secondary" disabled={create.isPending} onClick={onClose}>
          {formTexts.cancel}
        </Button>
        <Button type="submit" disabled={!complete || !isEmailConfirmed} working={create.isPending}>
          {create.isPending ? calendarTexts.creating : calendarTexts.createCalendar}
        </Button>
      </DialogActions>
    </form>
  )
}
