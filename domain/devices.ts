import type { Language } from './languages.ts'

/** Names the browser and system of a user agent. Never quotes it: an attacker can send any text. */
export function describeDevice(userAgent: string | null, language: Language): string {
  const browser = nameIn(userAgent, browsers) ?? aBrowser[language]
  const system = nameIn(userAgent, systems)
  return system ? `${browser} ${on[language]} ${system}` : browser
}

const aBrowser: Record<Language, string> = { en: 'A browser', es: 'Un navegador' }
const on: Record<Language, string> = { en: 'on', es: 'en' }

function nameIn(userAgent: string | null, names: readonly (readonly [RegExp, string])[]): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
}

/** Checked in this order, because most also call themselves Safari and Chrome. */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const
