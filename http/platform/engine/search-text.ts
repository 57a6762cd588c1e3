import { type SQL, sql } from 'drizzle-orm'

/** Letters whose plain form is the same here and in the database's `prumo_busca`: ASCII and the accented ones of Latin-1. A test holds the two together. */
const KNOWN = /^[ -~À-ÅÇ-ÏÑ-ÖÙ-Ýà-åç-ïñ-öù-ýÿ]*$/

/** A text as searches see it (no case, no accents), as a value that the planner can look at; what is not known here, the database turns. */
export function searchText(text: string): SQL {
  return KNOWN.test(text) ? sql`${plainText(text)}::text` : sql`prumo_busca(${text})`
}

/** Lower case, no accents. Right for the letters that `searchText` knows. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** What may stand before the letters of a word in a stored text: its beginning, a sign, a letter or digit of Latin-1. */
const BEFORE = '(^|[ -/:-@\\[-`{-~¡-ÿ]|[a-z0-9])'

/**
 * Does a stored search text hold the word, anywhere? Two letters alone name no trigram for the index to find; with each letter that may stand
 * before them they do, which an expression tells it. (Two letters that follow a letter beyond Latin-1 directly are not found.)
 */
export function contains(own: SQL, word: string): SQL {
  const plain = plainText(word)
  if (/^[a-z0-9]{2}$/.test(plain)) return sql`${own} ~ ${BEFORE + plain}`
  const literal = word.replace(/[\\%_]/g, String.raw`\$&`)
  return KNOWN.test(word)
    ? sql`${own} like ${`%${plainText(literal)}%`}`
    : sql`${own} like '%' || prumo_busca(${literal}) || '%'`
}
