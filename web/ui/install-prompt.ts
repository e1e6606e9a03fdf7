/** The browser's offer to install the app, where it makes one: in the window until there is a reason to show it (web/start-script.ts). */
export const INSTALL_PROMPT = 'installPrompt'
