import { dialogTexts, previewDialogTexts } from '#web/features/events/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { SandboxedHtml } from '#web/ui/sandboxed-html.tsx'

/** Shows an email's HTML. Undefined closes the dialog; an empty string shows that there is nothing to preview. */
export function PreviewDialog({ html, onClose }: { html: string | undefined; onClose: () => void }) {
  return (
    <Dialog open={html !== undefined} onClose={onClose} size="large" title={previewDialogTexts.emailPreview}>
      {html ? (
        <SandboxedHtml
          html={html}
          title={previewDialogTexts.emailPreview}
          className="h-[60dvh] w-full rounded-lg border border-line bg-white"
        />
      ) : (
        <p className="rounded-lg bg-sunk p-8 text-center text-muted">{previewDialogTexts.none}</p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {dialogTexts.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
