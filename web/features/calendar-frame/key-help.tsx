import { useState } from 'react'
import { Dialog, DialogDone } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/selection-controls.tsx'
import { areSingleKeysOn, turnSingleKeys } from './key-setting.ts'
import { keyTable } from './key-table.ts'
import { keyTexts } from './key-texts.ts'

/** Lists the keys, and turns them off. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isOn, setIsOn] = useState(areSingleKeysOn)
  return (
    <Dialog open={open} onClose={onClose} title={keyTexts.title} description={keyTexts.lead}>
      <dl className="mb-5 grid gap-x-8 sm:grid-cols-2">
        {keyTable.map(({ key, words }) => (
          <Row key={key} shown={key.toUpperCase()} words={words} />
        ))}
        <Row shown={keyTexts.paletteKeys} words={keyTexts.palette} />
      </dl>
      <Switch
        label={keyTexts.enabled}
        hint={keyTexts.enabledHint}
        checked={isOn}
        onChange={({ target }) => {
          turnSingleKeys(target.checked)
          setIsOn(target.checked)
        }}
      />
      <DialogDone onClose={onClose} />
    </Dialog>
  )
}

function Row({ shown, words }: { shown: string; words: string }) {
  return (
    <div className="flex min-h-10 items-center gap-3 border-b border-line py-1">
      <dt className="min-w-8 shrink-0">
        <kbd className="rounded-md border border-line-strong bg-sunk px-2 py-0.5 text-sm font-semibold">{shown}</kbd>
      </dt>
      <dd className="text-sm">{words}</dd>
    </div>
  )
}
