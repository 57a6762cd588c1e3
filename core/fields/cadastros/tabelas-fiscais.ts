import { f } from '../field'

function digitsOnly(text: string) {
  return /^\d+$/.test(text) ? { ok: text } : { error: 'Use só algarismos.' }
}

/** A code of an official table, of so many digits, and what it means. */
const coded = (digits: number) => ({
  codigo: f.text('Código', { format: 'code', max: digits, min: digits, normalize: digitsOnly }).required(),
  descricao: f.notes('Descrição', { max: 1000 }).required(),
})

export const codeFields = { ncm: coded(8), cfop: coded(4), cest: coded(7) } as const
