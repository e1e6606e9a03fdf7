import { PRODUCT_NAME } from '#domain/company.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { accountScreenTexts } from './account-texts.ts'

const texts = accountScreenTexts.sections.twoStep

/** Shows the codes once: the server stores only their hashes. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const lines = (codes ?? []).map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))

  async function copy() {
    await navigator.clipboard.writeText(lines.join('\n')).then(
      () => toast(texts.copied),
      () => toast(texts.notCopied),
    )
  }

  return (
    <Dialog open={codes !== null} onClose={onClose} title={texts.codesHeading} description={texts.codesBody}>
      <ol aria-label={texts.codesHeading} className="grid gap-x-6 gap-y-2 rounded-lg bg-sunk p-4 sm:grid-cols-2">
        {lines.map((line) => (
          <li key={line}>
            <code className="select-all">{line}</code>
          </li>
        ))}
      </ol>
      <DialogActions>
        <Button variant="secondary" onClick={copy}>
          {texts.copy}
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            saveFile(`${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`, `${lines.join('\n')}\n`, 'text/plain')
          }
        >
          {texts.download}
        </Button>
        <Button onClick={onClose}>{texts.kept}</Button>
      </DialogActions>
    </Dialog>
  )
}
