/** What a company's words may name of an order: `{cliente}`, `{numero}`. */
export type NoticeWords = Readonly<Record<'cliente' | 'numero' | 'equipamento' | 'total' | 'empresa' | 'link', string>>

/** What is said where a company has no words of its own. */
const USUAL =
  'Olá, {cliente}! O serviço da ordem nº {numero} ({equipamento}) está pronto. Total: {total}.\n{link}\n{empresa}'

const PLACE = /\{(\w+)\}/g
const isWord = (name: string, words: NoticeWords): name is keyof NoticeWords => Object.hasOwn(words, name)

/** The message that tells a customer that an order is done: the company's words, filled; what it names and does not know stays as it stands. What is empty leaves no brackets and no empty line. */
export function finishedNotice(template: string | null | undefined, words: NoticeWords): string {
  const text = (template ?? '').trim() === '' ? USUAL : (template ?? '')
  return text
    .replaceAll(PLACE, (whole, name: string) => (isWord(name, words) ? words[name] : whole))
    .replaceAll(/ ?\(\)/g, '')
    .split('\n')
    .filter((line, at, lines) => line.trim() !== '' || (lines[at - 1] ?? '').trim() !== '')
    .join('\n')
    .trim()
}
