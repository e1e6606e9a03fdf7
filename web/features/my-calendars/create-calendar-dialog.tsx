import { useState } from 'react'
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
import { PutMeOnTheList } from './put-me-on-the-list.tsx'

interface CreateCalendarDialogProps {
  open: boolean
  onClose: () => void
  /** Called with the first calendar of somebody, who goes on with its first event. */
  onFirst: (calendarId: string) => void
  person: { id: string; email: string; isEmailConfirmed: boolean }
  onTrial: boolean
}

export function CreateCalendarDialog({ open, onClose, onFirst, person, onTrial }: CreateCalendarDialogProps) {
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
      <CreateForm {...{ create, onClose, onFirst, person }} />
    </Dialog>
  )
}

interface CreateFormProps extends Pick<CreateCalendarDialogProps, 'onClose' | 'onFirst' | 'person'> {
  create: ReturnType<typeof useCreateCalendar>
}

function CreateForm({ create, onClose, onFirst, person }: CreateFormProps) {
  const { data } = useMyCalendars()
  // As it was when the dialog opened: the new calendar arrives before the dialog closes.
  const [isFirst] = useState(data?.length === 0)
  const [isListed, setIsListed] = useState(true)
  const form = useLiveForm({
    rules: async () => (await import('../../../domain/calendars.ts')).createCalendarForm,
    defaultValues: { name: '', description: '', state: '', city: '', allow_guest_users: true },
  })
  const field = fieldsOf(form)
  const { register, handleSubmit, watch } = form
  const unconfirmed = person.isEmailConfirmed ? null : { says: dashboardTexts.unconfirmedHint }

  const submit = handleSubmit((checked) =>
    create.mutate(
      { ...checked, me: isFirst && isListed ? person.email : undefined },
      {
        onSuccess: (id) => {
          onClose()
          if (isFirst) onFirst(id)
        },
      },
    ),
  )

  return (
    <TypedForm onSubmit={submit} className="space-y-4">
      <InputField label={formTexts.name} required autoComplete="off" {...field('name')} />
      <TextareaField label={formTexts.description} rows={3} {...field('description')} />
      <FormProvider {...form}>
        <PlaceFields />
      </FormProvider>
      <Switch label={calendarScreenTexts.allowGuests} hint={formTexts.guestsHint} {...register('allow_guest_users')} />
      {isFirst && <PutMeOnTheList email={person.email} checked={isListed} onChange={setIsListed} />}
      <DialogActions>
        <CancelButton disabled={create.isPending} />
        <MainButton reason={unconfirmed ?? missingOf(watch())} working={create.isPending}>
          {create.isPending ? calendarScreenTexts.creating : calendarScreenTexts.createCalendar}
        </MainButton>
      </DialogActions>
    </TypedForm>
  )
}
