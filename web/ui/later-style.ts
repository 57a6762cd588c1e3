/**
 * Adds a style sheet that comes with the chunk of the screens that need it: the first page's style sheet stays small. It stands in the same
 * layer as the other components, so the order of loading decides nothing.
 */
export function addStyle(text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@layer components {${text}}`)
  document.adoptedStyleSheets.push(sheet)
}
