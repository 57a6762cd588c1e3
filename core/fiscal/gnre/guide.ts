import * as v from 'valibot'
import { amount } from '../../function'

/** A guide of state taxes (GNRE 2.00) by the names of its layout; its total follows from the rest. */

const text = v.pipe(v.string(), v.maxLength(300))
const one = v.optional(text)
const figure = v.pipe(amount, v.transform(String), v.maxLength(60))
const MOST_ITEMS = 100
const MOST_VALUES = 10
const MOST_EXTRAS = 3

/** CNPJ (letters allowed), CPF, or a state registration in their place. */
const identity = v.object({ CNPJ: one, CPF: one, IE: one })

const item = v.object({
  receita: text,
  detalhamentoReceita: one,
  /** `tipo` as the state names it: 10 number of the note, 22 its key, and others. */
  documentoOrigem: v.optional(v.object({ tipo: text, numero: text })),
  produto: one,
  referencia: v.optional(v.object({ periodo: one, mes: one, ano: one, parcela: one })),
  dataVencimento: one,
  /** 11 ICMS, 12 poverty fund; 31 and 32 fines, 41 and 42 interest, 51 and 52 adjustment, 21 and 22 totals of each. */
  valores: v.pipe(v.array(v.object({ tipo: text, valor: figure })), v.maxLength(MOST_VALUES)),
  convenio: one,
  /** `municipio`: five digits, without those of the state. */
  contribuinteDestinatario: v.optional(v.object({ identificacao: identity, razaoSocial: one, municipio: one })),
  camposExtras: v.optional(v.pipe(v.array(v.object({ codigo: text, valor: text })), v.maxLength(MOST_EXTRAS))),
})

/** The shape of a guide that comes as JSON, with limits: the layout and `checkGuide` judge what is in it. */
export const guideSchema = v.object({
  ufFavorecida: text,
  /** 0 simple, 1 several documents of origin, 2 several taxes. */
  tipoGnre: text,
  contribuinteEmitente: v.optional(
    v.object({
      identificacao: identity,
      razaoSocial: one,
      endereco: one,
      municipio: one,
      uf: one,
      cep: one,
      telefone: one,
    }),
  ),
  itens: v.pipe(v.array(item), v.maxLength(MOST_ITEMS)),
  dataPagamento: one,
  /** Our own, by which the answer is told apart: up to ten digits. */
  identificadorGuia: one,
})

export type Guide = v.InferOutput<typeof guideSchema>
export type GuideItem = Guide['itens'][number]
