/** Part of the settings of programs under test: puzzles of the captcha take a hundredth of the usual work. */
export const quickPuzzles = { altchaWork: { cost: 1000, from: 15, to: 30 } }
