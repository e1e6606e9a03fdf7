import { previewTexts } from '#domain/texts/events.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { SandboxedHtml } from '#web/ui/sandboxed-html.tsx'
import { dialogTexts } from './texts.ts'

/** Undefined is closed; empty means that there is nothing to show. */
export function PreviewDialog({ html, onClose }: { html: string | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={html !== undefined}
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={previewTexts.emailPreview}
    >
      {html ? (
        <SandboxedHtml
          html={html}
          title={previewTexts.emailPreview}
          className="h-[60dvh] w-full rounded-lg border border-line bg-white"
        />
      ) : (
        <p className="rounded-lg bg-sunk p-8 text-center text-muted">{previewTexts.none}</p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {dialogTexts.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
