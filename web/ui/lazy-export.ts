import { type ComponentType, lazy } from 'react'

/** Returns a component that is downloaded when it is first rendered: `lazyExport(() => import('./x.tsx'), 'X')`. */
// biome-ignore lint/suspicious/noExplicitAny: React's own `lazy` takes components of any props.
export function lazyExport<Module extends Record<Name, ComponentType<any>>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazy<Module[Name]>(async () => ({ default: (await load())[name] }))
}
