import { Switch } from '#web/ui/selection-controls.tsx'
import { canPush, isBlocked } from './browser-push.ts'
import { pushTexts } from './texts.ts'
import { useIsPushOn, useSwitchPush } from './use-push.ts'

/** Switches push notifications on and off, where the browser supports them. */
export function PushSwitch() {
  return canPush() && <Working />
}

function Working() {
  const { data: isOn, isPending } = useIsPushOn()
  const change = useSwitchPush()
  const blocked = isBlocked()
  return (
    <Switch
      label={pushTexts.label}
      hint={blocked ? pushTexts.blockedHint : pushTexts.hint}
      checked={change.isPending ? change.variables : (isOn ?? false)}
      disabled={blocked || isPending || change.isPending}
      onChange={({ target }) => change.mutate(target.checked)}
    />
  )
}
