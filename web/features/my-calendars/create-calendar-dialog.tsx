import { FormProvider } from 'react-hook-form'
import { missingOf } from '#web/features/calendars/missing.ts'
import { useCreateCalendar } from '#web/features/calendars/mutations.ts'
import { PlaceFields } from '#web/features/calendars/place-fields.tsx'
import { useMyCalendars } from '#web/features/calendars/queries.ts'
import { calendarScreenTexts, dashboardTexts, formTexts } from '#web/features/calendars/texts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CancelButton, Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { TypedForm } from '#web/ui/form-dialog.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { Switch } from '#web/ui/selection-controls.tsx'
import { fieldsOf, useLiveForm } from '#web/ui/use-live-form.ts'

interface CreateCalendarDialogProps {
  open: boolean
  onClose: () => void
  person: { id: string; isEmailConfirmed: boolean }
  onTrial: boolean
}

export function CreateCalendarDialog({ open, onClose, person, onTrial }: CreateCalendarDialogProps) {
  const create = useCreateCalendar({ onTrial })
  const isFull = useMyCalendars().data?.some(({ owner_id }) => owner_id === person.id)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closable={!create.isPending}
      title={calendarScreenTexts.createNewCalendar}
      description={formTexts.createLead}
    >
      {onTrial && (
        <div className="mb-5">
          <Banner
            variant={isFull ? 'warning' : 'info'}
            title={isFull ? calendarScreenTexts.trialLimit.body : dashboardTexts.trialNotice}
          />
        </div>
      )}
      {/* Mounted with the dialog, so closing it discards what was typed. */}
      <CreateForm create={create} onClose={onClose} isEmailConfirmed={person.isEmailConfirmed} />
    </Dialog>
  )
}

interface CreateFormProps {
  create: ReturnType<typeof useCreateCalendar>
  onClose: () => void
  isEmailConfirmed: boolean
}

function CreateForm({ create, onClose, isEmailConfirmed }: CreateFormProps) {
  const form = useLiveForm({
    rules: async () => (await import('../../../domain/calendars.ts')).createCalendarForm,
    defaultValues: { name: '', description: '', state: '', city: '', allow_guest_users: true },
  })
  const field = fieldsOf(form)
  const { register, handleSubmit, watch } = form
  const unconfirmed = isEmailConfirmed ? null : { says: dashboardTexts.unconfirmedHint }

  const submit = handleSubmit((checked) => create.mutate(checked, { onSuccess: onClose }))

  return (
    <TypedForm onSubmit={submit} className="space-y-4">
      <InputField label={formTexts.name} required autoComplete="off" {...field('name')} />
      <TextareaField label={formTexts.description} rows={3} {...field('description')} />
      <FormProvider {...form}>
        <PlaceFields />
      </FormProvider>
      <Switch label={calendarScreenTexts.allowGuests} hint={formTexts.guestsHint} {...register('allow_guest_users')} />
      <DialogActions>
        <CancelButton disabled={create.isPending} />
        <MainButton reason={unconfirmed ?? missingOf(watch())} working={create.isPending}>
          {create.isPending ? calendarScreenTexts.creating : calendarScreenTexts.createCalendar}
        </MainButton>
      </DialogActions>
    </TypedForm>
  )
}
