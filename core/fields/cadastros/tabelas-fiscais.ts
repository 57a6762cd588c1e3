import { f } from '../field'

function digitsOnly(text: string) {
  return /^\d+$/.test(text) ? { ok: text } : { error: 'Use só algarismos.' }
}

/** A code of an official table, of so many digits, what it means, and since and until when it is in force. */
const coded = (max: number, min: number = max) => ({
  codigo: f.text('Código', { format: 'code', max, min, normalize: digitsOnly }).required(),
  descricao: f.notes('Descrição', { max: 1000 }).required(),
  dInicio: f.date('Vale desde'),
  dFim: f.date('Vale até'),
})

/** The taxes whose situation a CST says, as the NF-e groups them; CSOSN is that of ICMS in Simples Nacional. */
export const CST_TAXES = {
  ICMS: 'ICMS',
  CSOSN: 'ICMS (Simples Nacional)',
  IPI: 'IPI',
  PIS: 'PIS',
  COFINS: 'COFINS',
  IBSCBS: 'IBS e CBS',
} as const

/** A situation code: of two digits, of three where it is a CSOSN or of IBS and CBS. */
export const situation = coded(3, 2)

/** By the resource that holds the table. */
export const codeFields = {
  ncm: coded(8),
  cfop: coded(4),
  cest: coded(7),
  cclasstrib: coded(6),
  cst: { imposto: f.choice('Imposto', CST_TAXES).required(), ...situation },
} as const

/** Situations of ICMS alone: of the normal regime, and of Simples Nacional. */
export const icmsSituationFields = {
  imposto: f.choice('Regime', { ICMS: CST_TAXES.ICMS, CSOSN: CST_TAXES.CSOSN }).default('ICMS'),
  ...situation,
}

export type CodeTable = keyof typeof codeFields

/** Tables that are asked by code, and how many digits theirs have: more than the number of any record of theirs. */
export const ASKED_DIGITS: Readonly<Record<string, number>> = { ncm: 8, cest: 7, cclasstrib: 6 }
