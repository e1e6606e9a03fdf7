import type { ReactNode } from 'react'
import { FormDialog, type FormDialogProps } from '#web/ui/form-dialog.tsx'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Problems } from '#web/ui/use-checked-form.ts'
import { Failure } from './failure.tsx'
import { PersonFields } from './person-fields.tsx'
import { linkedTexts } from './texts.ts'
import { type LinkRequest, useLinkRequest } from './use-mail-request.ts'

interface RequestDialogProps<Form>
  extends Pick<FormDialogProps, 'open' | 'onClose' | 'title' | 'submit'>,
    Omit<LinkRequest<Form>, 'isOpen' | 'onSent'> {
  /** The fields beside name and address. */
  children: (problems: Problems) => ReactNode
}

/** Asks what a flow asks, and has the link mailed. */
export function RequestDialog<Form>(props: RequestDialogProps<Form>) {
  const { open, onClose, title, submit, children, ...request } = props
  const { onSubmit, problems, failure, working } = useLinkRequest({
    ...request,
    isOpen: open,
    onSent: () => {
      toast(request.flow.sent)
      onClose()
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      description={linkedTexts.lead}
      onSubmit={onSubmit}
      submit={submit}
      working={working}
    >
      {children(problems)}
      <PersonFields problems={problems} />
      <Honeypot />
      <Failure problem={failure} />
    </FormDialog>
  )
}
