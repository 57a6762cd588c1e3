import * as v from 'valibot'
import { amount } from '../function'
import { MAX_CHARACTERS } from './xml'

/** Shapes that fiscal documents which come as JSON share. */

/** 1 production, 2 homologation. */
export const environment = v.picklist(['1', '2'])
/** A document or an answer, up to what is read of one. */
export const anyXml = v.pipe(v.string(), v.maxLength(MAX_CHARACTERS))
/** An amount or a rate, kept as text. */
export const figure = v.pipe(amount, v.transform(String), v.maxLength(60))
export const maybe = v.optional(figure)

/** A list of up to so many. */
export const list = <T extends v.GenericSchema>(of: T, most: number) => v.pipe(v.array(of), v.maxLength(most))
/** The same, where there may be none. */
export const maybeList = <T extends v.GenericSchema>(of: T, most: number) => v.optional(list(of, most))

/** Texts of up to so many characters: one that has to be there, one that need not, and what addresses are made of. */
export function texts(most: number) {
  const text = v.pipe(v.string(), v.maxLength(most))
  const one = v.optional(text)
  const street = { xLgr: text, nro: text, xCpl: one, xBairro: text }
  return { text, one, street, address: { ...street, cMun: text, xMun: text, UF: text, CEP: one, fone: one } }
}
