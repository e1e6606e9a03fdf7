// Stands for `react` and `react-dom` in the build (docs/decisions/preact-in-the-build.md).
// @ts-expect-error Its types are written for `export =`; the module itself has names.
export * from 'preact/compat'
export { default } from 'preact/compat'

/** The router imports it, for transitions that nobody uses here. */
export function useOptimistic<Value>(value: Value): [Value, () => void] {
  return [value, () => {}]
}
